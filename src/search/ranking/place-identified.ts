/** Places the products that were found by an identifier among the others. */
import { identifiersOf, type RankingPayload } from '../index/ranking-payload.ts';

type Products = readonly RankingPayload[];

/** Six characters with a digit are hardly a word. Without a digit, a text of any length may be a word. */
const DISTINCTIVE = /^(?=.*\p{N}).{6,}$/u;

/**
 * First come the products with the whole identifier: as their SKU, then as a barcode, then in the title. Products with
 * a part of it come before those found by words if the part is long, else after them.
 */
export function placeIdentified(byWords: Products, identified: Products, identifier: string): readonly Products[] {
  const indexIn = (product: RankingPayload) => identifiersOf(product).indexOf(identifier);
  const whole = identified
    .filter((product) => indexIn(product) !== -1)
    .toSorted((one, other) => indexIn(one) - indexIn(other));
  const partial = identified.filter((product) => indexIn(product) === -1);
  return DISTINCTIVE.test(identifier) ? [whole, partial, byWords] : [whole, byWords, partial];
}
