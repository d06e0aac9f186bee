/** The hash FNV-1a (Fowler, Noll and Vo) with 32 bits, over the UTF-16 units of texts. */
const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** The hash of these texts, one after the other: a number from 0 to 2³² − 1. */
export function fnv1a(...texts: readonly string[]): number {
  let hash = OFFSET_BASIS;
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  }
  return hash >>> 0;
}
