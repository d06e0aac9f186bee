/** Turkish words that mean the same in shops. See `common-synonyms.ts`. */
export const TURKISH_SYNONYMS = `
  cep telefonu, akıllı telefon
  dizüstü bilgisayar, laptop, notebook
  televizyon, tv
  powerbank, taşınabilir şarj cihazı
  flash bellek, usb bellek
  ekran kartı, gpu
  işlemci, cpu

  kanepe, çekyat
  komodin, başucu sehpası
  gardırop, elbise dolabı
  lambader, ayaklı lamba
  çöp kovası, çöp kutusu
  matara, su şişesi
  spor ayakkabı, sneaker
  kazak, süveter
  bavul, valiz
  bebek arabası, puset
  saç kurutma makinesi, fön makinesi
  el feneri, fener
  mangal, barbekü
  araba, otomobil
`;
