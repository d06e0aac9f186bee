/** Words of Vietnamese with their marks. */
import { analyzerOf } from '../../../../src/search/text/analyzer.ts';
import { markedStem, markedStems, withoutTone } from '../../../../src/search/text/marked-words.ts';

test.each([
  ['cặp', 'ƿcawpj'],
  ['cáp', 'ƿcaps'],
  ['CẤP', 'ƿcaaps'],
  ['đèn', 'ƿddenf'],
  ['đen', 'ƿdden'],
  ['điện', 'ƿddieenj'],
  ['thước', 'ƿthuwowcs'],
  ['ngủ', 'ƿngur'],
  ['gỗ', 'ƿgoox'],
  ['mũ', 'ƿmux'],
  ['cap', null],
  ['Müller', null],
  ['12', null],
])('the stem of %s with marks is %s, in both normal forms', (word, stem) => {
  expect([markedStem(word.normalize('NFC')), markedStem(word.normalize('NFD'))]).toEqual([stem, stem]);
});

test.each([
  ['hoà', 'hòa'],
  ['thuỷ', 'thủy'],
  ['khoẻ', 'khỏe'],
])('%s and %s are one word', (one, other) => {
  expect(markedStem(one)).toBe(markedStem(other));
});

test('a syllable without its tone is a beginning', () => {
  expect(['ƿddenf', 'ƿdden', 'ƿcaaps'].map(withoutTone)).toEqual(['ƿdden', 'ƿdden', 'ƿcaap']);
});

test('each folded word has its stems with marks once, and only in Vietnamese', () => {
  const texts = ['Đèn bàn, đen', 'ĐÈN', 'LED den'];
  expect([...markedStems(texts, analyzerOf('vi'))]).toEqual([
    ['den', ['ƿddenf', 'ƿdden']],
    ['ban', ['ƿbanf']],
  ]);
  expect(markedStems(texts, analyzerOf('fr')).size).toBe(0);
});
