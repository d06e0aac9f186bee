/** Vietnamese words that mean the same in shops, many of them of the north and of the south. See `common-synonyms.ts`. */
export const VIETNAMESE_SYNONYMS = `
  điện thoại, đt, smartphone
  máy tính xách tay, laptop
  máy tính bảng, tablet
  tivi, ti vi, tv
  máy lạnh, điều hòa, máy điều hòa
  bàn ủi, bàn là
  ấm siêu tốc, ấm đun nước, bình đun siêu tốc
  củ sạc, cục sạc, cốc sạc
  sạc dự phòng, pin dự phòng
  tai nghe không dây, tai nghe bluetooth
  ổ cắm, ổ điện
  máy chụp hình, máy ảnh

  áo thun, áo phông
  áo ngực, áo lót, bra
  quần jean, quần jeans, quần bò
  quần tây, quần âu
  quần short, quần đùi, quần soóc
  quần lót, quần sịp
  váy, đầm
  đồ bộ, đồ ngủ, bộ đồ ngủ
  sandal, xăng đan
  giày thể thao, giày sneaker, giày bata
  mũ, nón
  tất, vớ
  ví, bóp
  ba lô, balo
  cặp sách, ba lô học sinh
  thắt lưng, dây nịt, dây lưng
  kính râm, kính mát
  găng tay, bao tay
  bông tai, hoa tai, khuyên tai

  bát, chén, tô
  cốc, ly
  thìa, muỗng
  chăn, mền
  màn, mùng
  đệm, nệm
  xà phòng, xà bông
  bật lửa, hộp quẹt

  thịt lợn, thịt heo
  ngô, bắp
  lạc, đậu phộng
  mì chính, bột ngọt
  xì dầu, nước tương
`;
