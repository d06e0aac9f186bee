/**
 * Finds the hits without any word of the query. The engine tolerates typing errors in prefixes and in words that are
 * spelt right, so `grappa` also finds `Grasparossa`, and `poter`, which means `potter`, finds `poder`. Pure functions.
 */
import type { RankingPayload } from '../index/ranking-payload.ts';
import { hasAllStems, termsBeginningWith, weightOfBeginning } from '../index/term-weights.ts';
import { nearestStem, type ResolvedQuery, type ResolvedTerm } from '../query/resolve.ts';
import { adjacentPartsOf } from '../query/separate.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { isUnspaced } from '../text/segment.ts';
import { scoreOf, type WeighedQuery } from './score.ts';

type Compared = Pick<RankingPayload, 'termWeights' | 'titleStems' | 'language'>;

/** The products, which are in the order of their scores, without those that have no word of the query. */
export function withoutUnrelated<P extends Parameters<typeof scoreOf>[0]>(
  products: readonly P[],
  meaningIn: (language: string) => WeighedQuery,
): readonly P[] {
  const end = products.findLastIndex((product) => scoreOf(product, meaningIn(product.language)) > 0) + 1;
  const isRelated = (product: P) => !isUnrelated(product, meaningIn(product.language).resolved);
  return [...products.slice(0, end), ...products.slice(end).filter(isRelated)];
}

/** Whether a product of score 0 surely has no word of the query, nor one that may be related to it. */
const isUnrelated = (product: Compared, { terms, language }: ResolvedQuery): boolean =>
  terms.every(isClear) &&
  hasAllStems(product.termWeights) &&
  !terms.some((term) => !term.isStopWord && hasRelated(product, term, language));

const HAS_DIGIT = /\p{N}/u;

/** Whether the weights show which products have a term. Segments, numbers and unknown words may match texts otherwise. */
const isClear = ({ token, beginnings, corrected, isUnknown }: ResolvedTerm): boolean =>
  !isUnknown &&
  (corrected !== null || beginnings.length === 0 || beginnings[0] === token) &&
  !HAS_DIGIT.test(token) &&
  !isUnspaced(token);

/** Whether a product has a compound of the term (`dollhouse` for `dolls`), a word like it, or two words for it. */
function hasRelated({ termWeights, titleStems }: Compared, term: ResolvedTerm, language: string): boolean {
  const { token, stem, corrected } = term;
  if (weightOfBeginning(termWeights, corrected ?? stem) > 0) return true;
  // The engine's hits for a misspelt word have words like the misspelling, not like what it means.
  if (corrected !== null) return false;
  const stems = [...termsBeginningWith(termWeights, token.charAt(0))].map((each) => each.stem);
  return nearestStem(term, stems) !== null || adjacentPartsOf(token, [titleStems], analyzerOf(language)) !== null;
}
