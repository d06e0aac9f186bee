/**
 * The version of ICU as a part of the schema version. Node.js contains ICU, which segments texts without spaces by its
 * dictionaries and knows the letters of each script. A patch release of Node.js may bring a new version of ICU, but most
 * versions make the same tokens. These count as one, so that such an update doesn't rebuild the index.
 *
 * The samples can't show every change of a dictionary. Documents with other words keep their old segments until their
 * product changes or `verify --repair` writes them.
 */
import { hash } from 'node:crypto';
import { tokenizeAll } from '../../src/search/text/tokenize.ts';

/** The last words of the Thai, Lao and Chinese text changed their segments with ICU 73, 70 and 73. */
const SAMPLES: readonly string[] = [
  'รองเท้าวิ่งผู้ชายกันน้ำ เสื้อยืดผ้าฝ้ายแขนสั้น โต๊ะทำงานไม้สักพร้อมลิ้นชัก หูฟังไร้สายตัดเสียงรบกวน แอปเปิ้ล',
  'ເສື້ອຢືດຜ້າຝ້າຍແຂນສັ້ນ ເກີບແລ່ນຜູ້ຊາຍກັນນ້ຳ ຫູຟັງໄຮ້ສາຍ ໂຕະເຮັດວຽກໄມ້ ກຣີຊຕາເວັນຕົກ',
  'អាវយឺតកប្បាសដៃខ្លី ស្បែកជើងរត់បុរសការពារទឹក កាសឥតខ្សែ តុធ្វើការឈើ សៀវភៅភាសាអង់គ្លេស',
  'ချည်သားတီရှပ်လက်တို ရေစိုခံအမျိုးသားပြေးဖိနပ် ကြိုးမဲ့နားကြပ် သစ်သားစားပွဲ အင်္ဂလိပ်ဘာသာစာအုပ်',
  '男士防水登山鞋轻便透气 纯棉短袖T恤 不锈钢保温杯 无线蓝牙降噪耳机 實木書桌附抽屜 使用量',
  'メンズ防水トレッキングシューズ 綿の半袖Tシャツ ステンレス製の水筒 ワイヤレスイヤホン 引き出し付きの木製机',
  // Unicode 16 counts this apostrophe among the Thai letters.
  'rockʼnʼroll',
];

/** Numbers by the hash of the tokens. Never change one: indexes have it in their schema version. */
const NUMBERS: Readonly<Record<string, number>> = {
  // ICU 76 to 78, and so Node.js 20.19 to 26.
  '04d49f25288d2fb7': 78,
};

/**
 * Returns the number of a version of ICU, as in `78.2`, that makes these tokens. Unknown tokens count by their version,
 * so that those of a newer ICU are newer.
 */
export function icuNumberOf(version: string, tokens = tokenizeAll(SAMPLES).tokens): number {
  const known = NUMBERS[hash('sha256', tokens.join('\n')).slice(0, 16)];
  return known ?? (Number.parseInt(version, 10) || 0);
}
