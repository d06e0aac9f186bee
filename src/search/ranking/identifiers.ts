/** Where products that were found by an identifier stand among the others. */
import { identifiersOf, type RankingPayload } from '../index/ranking-payload.ts';

type Products = readonly RankingPayload[];

/** So much of an identifier is hardly a word as well. Without a digit any length may be one. */
const TELLING = /^(?=.*\p{N}).{6,}$/u;

/**
 * First come the products that have the whole identifier: as their SKU, then as a barcode, then in the title. Products that have
 * a part of it come before those found by words if the part is long, else after them.
 */
export function placeIdentified(byWords: Products, identified: Products, identifier: string): readonly Products[] {
  const indexIn = (product: RankingPayload) => identifiersOf(product).indexOf(identifier);
  const whole = identified
    .filter((product) => indexIn(product) !== -1)
    .toSorted((one, other) => indexIn(one) - indexIn(other));
  const partial = identified.filter((product) => indexIn(product) === -1);
  return TELLING.test(identifier) ? [whole, partial, byWords] : [whole, byWords, partial];
}
