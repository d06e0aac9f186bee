/** The collections that are suggested for what has been typed, and the characters that a suggested query may have. */
import { merchantScope } from '../../../src/catalogue/merchant-scope.ts';
import { createFindCollections } from '../../../src/search/suggestions/find-collections.ts';
import { hasOnlyText } from '../../../src/search/suggestions/popular-queries.ts';
import { spellingsOf } from '../../../src/search/text/spellings.ts';

const NAMES = [
  'Ma collection d’été',
  "Men's  shoes",
  '夏季凉鞋',
  '红色iPhone壳',
  'สินค้ารองเท้า',
  'दाल चावल',
  'Kaffee & Tee',
  'Töpfe, Bräter',
  'Woks (Eisen)',
  'Kueche',
  '로션',
  'ボールペン',
  'キヤノン',
  '弦楽器・ヴァイオリン',
  'ヘッドホン',
  'Lamps for desks',
  'Lamps for floors',
  'Lamp oil',
  'All lamps',
  'Lamps',
];
const SIZES: Readonly<Record<string, number>> = { 'Lamps for floors': 3, 'Lamp oil': 0, 'All lamps': 9 };

const named = (name: string) => ({ id: name, name, handle: '', spellings: spellingsOf(name) });
const findCollections = createFindCollections(
  async () => new Map(NAMES.map((name) => [name, named(name)])),
  async () => (name) => SIZES[name] ?? 1,
);
const scope = merchantScope('one', 'all');

test.each<[string, readonly string[]]>([
  ["d'été", ['Ma collection d’été']],
  ['D‘ete', ['Ma collection d’été']],
  ['ete', ['Ma collection d’été']],
  ['  ma   coll', ['Ma collection d’été']],
  ['men’s sh', ["Men's  shoes"]],
  ['凉鞋', ['夏季凉鞋']],
  ['季', ['夏季凉鞋']],
  ['iph', ['红色iPhone壳']],
  ['壳', ['红色iPhone壳']],
  ['รองเท้า', ['สินค้ารองเท้า']],
  ['चाव', ['दाल चावल']],
  // Punctuation and white space at either end don't count.
  ['ma coll ', ['Ma collection d’été']],
  ['“kaffee, tee!”', ['Kaffee & Tee']],
  ['töpfe br', ['Töpfe, Bräter']],
  ['(eisen', ['Woks (Eisen)']],
  ['🍳 wok?', ['Woks (Eisen)']],
  // An umlaut is also written with an `e`, in the name or in the text.
  ['toe', ['Töpfe, Bräter']],
  ['toepfe braet', ['Töpfe, Bräter']],
  ['top', ['Töpfe, Bräter']],
  ['to\u0308p', ['Töpfe, Bräter']],
  ['kü', ['Kueche']],
  // What an input method shows while a word is typed.
  ['ᄅ', ['로션']],
  ['롯', ['로션']],
  ['로셔', ['로션']],
  ['론', []],
  ['ぼ', ['ボールペン']],
  ['キャノ', ['キヤノン']],
  // Foreign sounds in katakana in both spellings.
  ['ヴァイ', ['弦楽器・ヴァイオリン']],
  ['バイオ', ['弦楽器・ヴァイオリン']],
  ['ヘッドフォン', ['ヘッドホン']],
  // The exact name, then beginnings, then later words; with most products first, and none without.
  ['lamp', ['Lamps for floors', 'Lamps for desks', 'Lamps', 'All lamps']],
  ['lamps', ['Lamps', 'Lamps for floors', 'Lamps for desks', 'All lamps']],
  // Within a word, and nothing.
  ['oll', []],
  ['hone', []],
  ['ल', []],
  ['ـ', []],
  [' ', []],
])('%j', async (typed, expected) => {
  const found = await findCollections(scope, typed, 10);
  expect(found.map(({ name }) => name)).toEqual(expected);
});

test.each([
  "men's 1/2\" m² & co. 50% 20°, l'été",
  'bộ đồ, ẹ\u0301wù',
  'col·lecció',
  'کفش\u200cهای مردانه، چرمی',
  'مُحَمَّد',
  'साड़ी और क्\u200dष',
  'র\u200d্যাম',
  'മലയാളത്തില്\u200d',
  'กางเกงขาสั้น น้ำ',
  'မြွှေ့',
  'מ״מ',
  'ガス・コンロ ｶﾞｽ ＵＳＢ',
  'か\u3099',
  'རས་ཆ',
])('a query of words and punctuation may be suggested: %j', (text) => {
  expect(hasOnlyText(text)).toBe(true);
});

test.each([
  'tent ⓙⓞⓗⓝ',
  'tent 🅙🅞🅗🅝',
  'tent 🄹🄾🄷🄽',
  'tent 🇯🇴🇭🇳',
  'tent 💩',
  'tent ☎',
  'tent 1\ufe0f\u20e3',
  'red \u202etent',
  'red \u2067tent\u2069',
  're\u200bd tent',
  're\u00add tent',
  'ten\u200ct',
  'red\ufe0f tent',
  'red \u{e0101}tent',
  'red \u3164 tent',
  // Small letters above others, a mark without a letter, and many marks.
  't\u0363ent',
  'te\u1dd9nt',
  'т\u2de0',
  'tent \u0301',
  `tent${'\u0301'.repeat(20)}`,
  'red\u0000tent',
])('a query with other characters is not suggested, as these are not compared with the catalogue: %j', (text) => {
  expect(hasOnlyText(text)).toBe(false);
});
