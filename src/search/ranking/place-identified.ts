/** Places the products that were found by an identifier among the others. */
import { identifiersOf, type RankingPayload } from '../index/ranking-payload.ts';
import { areAdjacent } from '../index/term-weights.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { separateName } from '../text/word-breaks.ts';

interface IdentifiedBy {
  readonly identifier: string;
  /** Of the products' stems. */
  readonly language: string;
}

type Products = readonly RankingPayload[];

/** Six characters with a digit are hardly a word. Without a digit, a text of any length may be a word. */
const DISTINCTIVE = /^(?=.*\p{N}).{6,}$/u;

/**
 * First come the products with the whole identifier: as their SKU, then as a barcode, then in the title. Products with
 * a part of it come before those found by words if the part is long, else after them; but a name and its number that are
 * adjacent in a title are a whole identifier, too: `iPhone 15` comes before `iPhone15ProMax`.
 */
export function placeIdentified(
  byWords: Products,
  identified: Products,
  { identifier, language }: IdentifiedBy,
): readonly Products[] {
  const indexIn = (product: RankingPayload) => identifiersOf(product).indexOf(identifier);
  const whole = identified
    .filter((product) => indexIn(product) !== -1)
    .toSorted((one, other) => indexIn(one) - indexIn(other));
  const partial = identified.filter((product) => indexIn(product) === -1);
  if (!DISTINCTIVE.test(identifier)) return [whole, byWords, partial];
  const name = separateName(identifier)?.map(analyzerOf(language).stem) ?? null;
  const named = name === null ? [] : byWords.filter(({ titleStems }) => areAdjacent(titleStems, ...name));
  return [whole, named, partial, byWords];
}
