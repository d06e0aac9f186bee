/** Japanese words that mean the same in shops. See `common-synonyms.ts`. */
export const JAPANESE_SYNONYMS = `
  スマホ, スマートフォン, 携帯電話
  ノートパソコン, ノートpc
  テレビ, tv
  イヤホン, イヤフォン
  モバイルバッテリー, 携帯充電器
  usbメモリ, フラッシュメモリ
  冷房, エアコン

  リュック, バックパック
  スニーカー, 運動靴
  サイフ, 財布
  キャリーケース, スーツケース
  日焼け止め, サンスクリーン
  懐中電灯, フラッシュライト
  ゴミ箱, ダストボックス
  水筒, ウォーターボトル
`;
