/** A ranking payload that is written to text and read back is unchanged. */
import fc from 'fast-check';
import { writeCollectionNames } from '../../../../src/search/index/collection-names.ts';
import { textsHash } from '../../../../src/search/index/product-texts.ts';
import { readRankingPayload, writeRankingPayload } from '../../../../src/search/index/ranking-payload.ts';
import { weighTerms, writeTermWeights, writeTitleStems } from '../../../../src/search/index/term-weights.ts';
import { stripSeparators } from '../../../../src/search/text/identifiers.ts';
import { tokenize } from '../../../../src/search/text/tokenize.ts';
import { ENGLISH } from '../../../support/english.ts';
import { NO_WORDS } from '../no-words.ts';

const anyText = () => fc.string({ unit: 'grapheme', maxLength: 30, size: 'max' });
test('for any title and any product id', () => {
  const payload = fc.record({
    productId: fc.oneof(anyText(), fc.stringMatching(/^[| :01]*$/)),
    textsHash: anyText().map(textsHash),
    inStock: fc.boolean(),
    featured: fc.boolean(),
    language: fc.constantFrom('en', 'yue'),
    identifiers: fc.array(anyText()).map((texts) =>
      texts
        .map(stripSeparators)
        .filter((key) => key !== '')
        .join(' '),
    ),
    termWeights: anyText().map((title) =>
      writeTermWeights(weighTerms({ ...NO_WORDS, title: tokenize(title) }, ENGLISH, new Map())),
    ),
    titleStems: anyText().map((title) => writeTitleStems(tokenize(title))),
    collectionNames: fc.array(anyText()).map((names) => writeCollectionNames(names.map(tokenize))),
  });
  fc.assert(fc.property(payload, (given) => expect(readRankingPayload(writeRankingPayload(given))).toEqual(given)));
});
