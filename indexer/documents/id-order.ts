/** MongoDB's order of texts under the simple collation: by their UTF-8 bytes. */

const SURROGATE = /[\ud800-\udfff]/;

/**
 * Compares two ids as MongoDB sorts them. JavaScript compares UTF-16 units, which gives another order only where a surrogate
 * is involved: U+1F44D sorts before U+FFFD in JavaScript, and after it in MongoDB.
 */
export function compareIds(one: string, other: string): number {
  if (one === other) return 0;
  if (SURROGATE.test(one) || SURROGATE.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}
