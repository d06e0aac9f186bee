/** Orders ids as MongoDB does under the simple collation: by their UTF-8 bytes. */

const SURROGATE = /[\ud800-\udfff]/;

/**
 * Compares two ids in MongoDB's order. JavaScript compares UTF-16 units. The two orders differ only for surrogates:
 * U+1F44D sorts before U+FFFD in JavaScript, and after it in MongoDB.
 */
export function compareIds(one: string, other: string): number {
  if (one === other) return 0;
  if (SURROGATE.test(one) || SURROGATE.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}
