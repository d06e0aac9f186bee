/** The stems of words that shoppers type: one for all forms of a word, and different ones for different words. */
import fc from 'fast-check';
import { ANALYZED_LANGUAGES, analyzerOf } from '../../../../src/search/text/analyzer.ts';
import { foldText } from '../../../../src/search/text/fold.ts';
import { STEMS_IN_LATIN } from './stems/latin.ts';
import { STEMS_IN_OTHER_SCRIPTS } from './stems/other-scripts.ts';

/** The groups of words whose stems aren't as they should be, with these stems. */
const unexpected = (language: string, groups: string, isExpected: (count: number, words: number) => boolean) =>
  groups
    .trim()
    .split(/\s+/)
    .map((group) => ({ group, stems: group.split('/').map((word) => analyzerOf(language).stem(foldText(word))) }))
    .filter(({ stems }) => !isExpected(new Set(stems).size, stems.length));

describe.each(Object.entries({ ...STEMS_IN_LATIN, ...STEMS_IN_OTHER_SCRIPTS }))(
  'in %s',
  (language, { same, apart }) => {
    test('all forms of a word have one stem', () => {
      expect(unexpected(language, same, (count) => count === 1)).toEqual([]);
    });

    test('different words have different stems', () => {
      expect(unexpected(language, apart, (count, words) => count === words)).toEqual([]);
    });
  },
);

test.each([...ANALYZED_LANGUAGES])('in %s the names of properties of objects are words like others', (language) => {
  const { stem, compoundEnds } = analyzerOf(language);
  for (const name of Object.getOwnPropertyNames(Object.prototype))
    expect([name, typeof stem(name), (compoundEnds?.(name) ?? []).every((end) => typeof end === 'string')]).toEqual([
      name,
      'string',
      true,
    ]);
});

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґјљњћџ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويةءىگچپژ',
  'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
  'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहािीुूेैोौं्',
  'அஆஇஈஉஊஎஏஐஒஓகஙசஞடணதநபமயரலவழளறனாிீுூெேைொோௌ்',
  '电子椅裤茶水机お茶ごのアイウ가나다를은용',
];
const anyWord = fc
  .constantFrom(...ALPHABETS)
  .chain((letters) => fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 16 }))
  .map((letters) => letters.join(''));

test.each([
  ['de', 'zuend', 'zund', null],
  ['de', 'bluetooth', 'blutooth', 'bluetooth'],
  ['de', 'glae', 'gla', null],
  ['de', 'steuerk', 'steuerk', null],
  ['de', 'quelle', 'quelle', null],
  ['en', 'bluet', 'bluet', null],
  ['ko', '쥬얼', '주얼', null],
  ['ko', '썬크', '선크', null],
  ['ja', 'キャノ', 'キヤノ', null],
  ['ja', 'はさ', 'ハサ', null],
  ['ja', '折り', '折り', null],
  ['ja', 'ヴァイ', 'バイ', null],
  ['ja', 'ヴァ', 'ヴア', null],
  ['ja', 'ヘッドフォ', 'ヘツドフオ', null],
])('in %s stems of words that begin with %s begin with %s', (language, typed, beginning, spelt) => {
  const { stem, stemPrefix, speltStem } = analyzerOf(language);
  expect(stemPrefix(typed)).toBe(beginning);
  if (spelt !== null) expect([stem(typed), speltStem(typed)]).toEqual([beginning, spelt]);
});

test.each(['da', 'no'])('in %s the beginning of a helmet loses no vowel', (language) => {
  expect(analyzerOf(language).stem('hjel')).toBe('hjel');
});

test.each([
  ['ar', 'الخراطيم', 'خرطيم', 'خراطيم'],
  ['ar', 'أسماك', 'سمك', 'اسماك'],
  ['ar', 'قميص', 'قميص', 'قميص'],
  ['he', 'לתינוקות', 'תינוק', 'לתינוק'],
  ['ko', '모짜렐라', '모차렐라', '모짜렐라'],
  ['ko', '쥬얼리', '주얼리', '주얼리'],
  ['ja', 'ヴァイオリン', 'バイオリン', 'ヴァイオリン'],
  ['ja', 'ヘッドフォン', 'ヘツドホン', 'ヘッドフォン'],
  ['fr', 'velos', 'velo', 'velo'],
])('in %s %s has the stem %s, and that as spelt is %s', (language, word, expected, spelt) => {
  const { stem, speltStem } = analyzerOf(language);
  expect([stem(foldText(word)), speltStem(foldText(word))]).toEqual([expected, spelt]);
});

test.each([
  ['봉고데기', ['고데기']],
  ['운동화', []],
  ['플레이어', ['이어']],
  ['고속충전기', ['충전기']],
  ['무드등', ['등']],
  ['아카시아꿀', ['시아꿀', '아꿀', '꿀']],
  ['속옷', ['옷']],
  ['손톱', []],
  ['치통', []],
  ['새우튀김', ['우튀김', '튀김']],
])('the Korean word %s ends with %j', (word, ends) => {
  expect(analyzerOf('ko').compoundEnds?.(word)).toEqual(ends);
});

test.each([
  // Patterns know the letters of the language.
  ['sv', 'Tältsäng', ['sang']],
  ['sv', 'Gummisto\u0308vlar', ['mistovlar', 'stovlar']],
  ['de', 'Pfeffermühle', ['fermuhle', 'muhle']],
  ['de', 'Motoröl', ['ol']],
  ['hu', 'gázgrill', ['grill']],
  ['de', 'Flasche', []],
  // Beginnings of two letters are usual nouns.
  ['de', 'ölfilter', ['filter']],
  ['de', 'eiweiss', []],
  ['sv', 'tekanna', ['kanna']],
  // Patterns miss these, because of the `s` or the `e` between two words, or of a `j`.
  ['sv', 'barnskor', ['skor']],
  ['sv', 'vandringsjacka', ['ringsjacka', 'jacka']],
  ['sv', 'skogsyxa', ['yxa']],
  ['sv', 'vattenflaskor', ['tenflaskor', 'flaskor']],
  ['da', 'regnjakke', ['jakke']],
  ['da', 'hundemad', ['emad', 'mad']],
  ['da', 'vandresko', ['dresko', 'sko']],
  ['da', 'møbelknop', ['lknop', 'knop']],
  ['da', 'elkamin', ['kamin']],
  ['no', 'elpeis', ['peis']],
  ['sv', 'elvisp', ['visp']],
  // The nouns of three letters that shops sell, and words that only look as if they ended so.
  ['sv', 'stormkök', ['kok']],
  ['sv', 'merinoull', ['noull', 'ull']],
  ['no', 'bomull', []],
  ['sv', 'hundmat', ['mat']],
  ['sv', 'bladspenat', ['penat', 'spenat']],
  ['sv', 'miniformat', ['format']],
  ['sv', 'handverktyg', ['verktyg']],
  ['da', 'børnetøj', ['netoj', 'toj']],
  ['da', 'trælegetøj', ['elegetoj', 'legetoj', 'getoj']],
  ['no', 'mikrobølgeovn', ['bolgeovn', 'geovn', 'ovn']],
  ['hu', 'hólapát', ['lapat']],
  ['no', 'ølglass', ['glass']],
  ['no', 'kakefat', ['fat']],
  ['no', 'sulfat', []],
  ['no', 'gravlys', ['lys']],
  ['da', 'vaffelfad', ['felfad', 'lfad', 'fad']],
  // Tools are no cupboards.
  ['no', 'turredskaper', ['redskaper']],
  ['da', 'landskab', []],
  ['sv', 'landskap', []],
  ['fi', 'yölamppu', []],
  // The patterns of Danish, and those of Hungarian in folded words, cut `g-las` and `t-ragya`.
  ['da', 'vinglas', ['glas']],
  ['da', 'ølglas', ['glas']],
  ['hu', 'marhatragya', ['hatragya', 'tragya', 'ragya']],
  ['hu', 'vetőmag', ['mag']],
  ['hu', 'csomag', []],
])('in %s the word %s ends with %j', (language, word, ends) => {
  expect(analyzerOf(language).compoundEnds?.(word)).toEqual(ends);
});

test.each([...ANALYZED_LANGUAGES])('in %s any word has a stem', (language) => {
  const { stem, compoundEnds } = analyzerOf(language);
  fc.assert(
    // Without `expect`, which takes longer than the stemmers.
    fc.property(anyWord, (word) => stem(word) !== '' && !(compoundEnds?.(word) ?? []).includes('')),
    { numRuns: 3000 },
  );
});
