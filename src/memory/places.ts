/**
 * The versions of very many things in fixed memory: each has one of a number of places by the hash of its names. That two
 * share a place costs a read now and then, never a stale one.
 */

export interface Places {
  /** The place of a part of a merchant's data. */
  ofPart(merchantId: string, part: string): number;
  ofProduct(merchantId: string, productId: string): number;
  /** The version of what has the place. */
  at(place: number): number;
  raise(place: number, version: number): void;
  raiseAll(version: number): void;
}

/** Parts have places of their own: a product that is written all the time must not share one with thousands. */
const PART_PLACES = 2 ** 16;
const PRODUCT_PLACES = 2 ** 18;

/** Versions must be given in rising order. */
export function createPlaces(): Places {
  const versions = new Float64Array(PART_PLACES + PRODUCT_PLACES);
  let floor = 0;
  return {
    ofPart: (merchantId, part) => hashOf(merchantId, part) % PART_PLACES,
    ofProduct: (merchantId, productId) => PART_PLACES + (hashOf(merchantId, productId) % PRODUCT_PLACES),
    at: (place) => Math.max(floor, versions[place] ?? 0),
    raise(place, version) {
      versions[place] = version;
    },
    raiseAll(version) {
      floor = version;
    },
  };
}

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units, of 32 bits (Fowler, Noll and Vo). */
function hashOf(...names: readonly string[]): number {
  let hash = OFFSET_BASIS;
  for (const name of names) {
    for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), PRIME);
  }
  return hash >>> 0;
}
