/** Words in other letters than products have them: typed by their sounds, or in the wrong keyboard layout. */
import fc from 'fast-check';
import { inOtherLayout } from '../../../../src/search/meaning/keyboard-layouts.ts';
import { nativeSpellings } from '../../../../src/search/meaning/native-spellings.ts';
import { beginningsInOtherLetters, spellingsInOtherLetters } from '../../../../src/search/meaning/other-letters.ts';
import { mostFrequentSpellings } from '../../../../src/search/meaning/spellings.ts';
import { parseQuery } from '../../../../src/search/query/parse.ts';
import { NO_RULES } from '../../../../src/search/rules/search-rules.ts';
import { analyzerOf } from '../../../../src/search/text/analyzer.ts';
import { anyText } from '../../../support/arbitraries/texts.ts';

const termsOf = (text: string, language: string) => parseQuery(text, analyzerOf(language), NO_RULES).terms;

const spellingsIn = (text: string, language: string, of: (stem: string) => number = () => 0) =>
  spellingsInOtherLetters(termsOf(text, language), analyzerOf(language), { of });

const stemsIn = (text: string, language: string) => [
  ...new Set(spellingsIn(text, language).flatMap(({ stems }) => stems)),
];

test.each([
  ['ru', 'kolyaska', 'коляска'],
  ['ru', 'koliaska', 'коляска'],
  ['ru', 'platie', 'платье'],
  ['ru', 'krovat', 'кровать'],
  ['ru', 'palto', 'пальто'],
  ['ru', 'detskaya', 'детская'],
  ['ru', 'zhenskie', 'женские'],
  ['ru', 'jenskie', 'женские'],
  ['ru', 'shchetka', 'щетка'],
  ['ru', 'pechenye', 'печенье'],
  ['uk', 'vzuttia', 'взуття'],
  ['uk', 'ihrashky', 'іграшки'],
  ['uk', 'chaynyk', 'чайник'],
  ['bg', 'obuvki', 'обувки'],
  ['bg', 'kalaf', 'калъф'],
  ['bg', 'pateshka', 'патешка'],
  ['el', 'papoutsia', 'παπουτσια'],
  ['el', 'papoytsia', 'παπουτσια'],
  ['el', 'mpoufan', 'μπουφαν'],
  ['el', 'boufan', 'μπουφαν'],
  ['el', 'zwnh', 'ζωνη'],
  ['el', 'eswrouxa', 'εσωρουχα'],
  ['el', 'kafes', 'καφεσ'],
  ['el', 'pedika', 'παιδικα'],
  ['el', 'lefko', 'λευκο'],
  ['el', 'maksilari', 'μαξιλαρι'],
])('%s: %s may be %s by its sounds', (language, word, meant) => {
  expect(nativeSpellings(word, language)).toContain(meant);
  expect(stemsIn(word, language)).toContain(analyzerOf(language).stem(meant));
});

test.each([
  ['ru', 'lego2'],
  ['el', 'cola'],
  ['ru', 'sok'],
  ['el', 'ant'],
  ['de', 'kolyaska'],
  ['he', 'naalaim'],
])('%s: %s has no native spelling', (language, word) => {
  expect(nativeSpellings(word, language)).toEqual([]);
});

test.each([
  ['ru', 'rjkzcrf', 'коляска'],
  ['ru', 'j,edm', 'обувь'],
  ['ru', ';tycrbq', 'женский'],
  ['ru', '[jkjlbkmybr', 'холодильник'],
  ['ru', "'krf", 'элка'],
  ['ru', '`krf', 'елка'],
  ['ru', 'ыфьыгтп', 'samsung'],
  ['uk', 'dpennz', 'взуття'],
  ['uk', 'іфьігтп', 'samsung'],
  ['el', 'papo;ytsia', 'παπουτσια'],
  ['el', 'σαμσθνγ', 'samsung'],
  ['he', 'bgkhho', 'נעליים'],
  ['he', 'דשצדומע', 'samsung'],
  ['ar', 'tsjhk', 'فستان'],
  ['ar', 'سشةسعىل', 'samsung'],
  ['ru', 'dr.brown2', null],
  ['ru', 'коляска1', null],
  ['bg', 'rjkzcrf', null],
  ['de', 'rjkzcrf', null],
])('%s: in the other layout, %s is %j', (language, typed, word) => {
  expect(inOtherLayout(typed, language)).toBe(word);
});

test('a word means the spelling that most products have', () => {
  const counts = new Map([
    ['bosh', 1],
    ['bosch', 5],
    ['обув', 1],
    ['j', 1],
  ]);
  const of = (stem: string) => counts.get(stem) ?? 0;
  const meant = (text: string) => [...mostFrequentSpellings(spellingsIn(text, 'ru', of), { of })];
  expect(meant('бош')).toEqual([['бош', 'bosch']]);
  expect(meant('шина')).toEqual([]);
  // One word of several tokens.
  expect(meant('j,edm')).toEqual([
    ['j', 'обув'],
    ['edm', 'обув'],
  ]);
});

test('an unfinished word begins as in the other layout, or by one of four spellings', () => {
  const beginnings = (token: string, language: string) => beginningsInOtherLetters(token, analyzerOf(language));
  expect(beginnings('papo', 'el')).toEqual(['παπο', 'παπω']);
  expect(beginnings('rjk', 'ru')).toEqual(['кол']);
  expect(beginnings('milio', 'el')).toHaveLength(4);
  expect(beginnings('ыфьы', 'ru')).toEqual(['sams']);
  expect(beginnings('papo', 'de')).toEqual([]);
});

test('a short word has few spellings, and none whose stem is short', () => {
  expect(stemsIn('zoni', 'el').length).toBeLessThanOrEqual(6);
  expect(stemsIn('seagate', 'el')).not.toContain('σε');
});

const hostile = fc.oneof(
  anyText({ maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'aeiouylntrsk'), maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(..."abcxyz`[];',. "), maxLength: 60 }),
);

test('any text has at most twelve spellings of a word, and its two in the other layout, of four words', () => {
  const language = fc.constantFrom('ru', 'uk', 'bg', 'el', 'he', 'ar', 'de');
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 12 }), language, (words, of) => {
      expect(stemsIn(words.join(' '), of).length).toBeLessThanOrEqual(4 * (12 + 2));
    }),
  );
});

test('the most ambiguous words take no time', () => {
  const text = Array.from(
    { length: 40 },
    (_, index) => `${'iouylntes'.repeat(2)}${'abcdefgh'[index % 8]}${'ik'[index % 2]}`,
  );
  const started = performance.now();
  for (const language of ['ru', 'uk', 'bg', 'el']) stemsIn(text.join(' '), language);
  expect(performance.now() - started).toBeLessThan(500);
});
