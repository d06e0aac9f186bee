/** The lists of common synonyms: each line has several different terms, and no two lines join the same terms. */
import { SYNONYMS_OF_ANY_LANGUAGE } from '../../../../src/search/synonyms/any-language.ts';
import { commonSynonymsOf, SYNONYM_LISTS } from '../../../../src/search/synonyms/common-synonyms.ts';
import { readTerm } from '../../../../src/search/synonyms/terms.ts';
import { analyzerOf } from '../../../../src/search/text/analyzer.ts';

const linesOf = (list: string) => list.split('\n').filter((line) => line.trim() !== '');
const keysOf = (line: string, language: string) =>
  line.split(/[,>]/).map((text) => readTerm(text, analyzerOf(language))?.key ?? `no words: ${text}`);

/** Each term with each that it finds. */
function pairsOf(line: string, language: string): string[] {
  const keys = keysOf(line, language);
  const finding = line.includes('>') ? keys.slice(0, 1) : keys;
  return finding.flatMap((one) => keys.filter((other) => other !== one).map((other) => `${one} → ${other}`));
}

test.each(Object.entries({ ...SYNONYM_LISTS, any: SYNONYMS_OF_ANY_LANGUAGE }))(
  'in the list of %s, the terms of a line differ, and no two lines say the same',
  (language, list) => {
    const lines = linesOf(list);
    const alike = lines.filter(
      (line) => new Set(keysOf(line, language)).size < Math.max(2, keysOf(line, language).length),
    );
    const pairs = lines.flatMap((line) => pairsOf(line, language));
    expect([alike, pairs.filter((pair, at) => pairs.indexOf(pair) < at)]).toEqual([[], []]);
  },
);

test('a term finds the others of its line, and with > only the first does', () => {
  const english = analyzerOf('en');
  const synonymsOf = (text: string) =>
    (commonSynonymsOf('en').get(readTerm(text, english)?.key ?? '') ?? []).flat().map((term) => term.text);
  expect(synonymsOf('couches')).toEqual(['sofa', 'couch', 'settee']);
  expect(synonymsOf('soccer')).toEqual(['soccer', 'football']);
  expect(synonymsOf('football')).toEqual([]);
});

test('a language without a list has those of any language', () => {
  const lines = linesOf(SYNONYMS_OF_ANY_LANGUAGE);
  const terms = lines.flatMap((line) => keysOf(line, 'km'));
  expect([...commonSynonymsOf('km').keys()].toSorted()).toEqual(terms.toSorted());
});
