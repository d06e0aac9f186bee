/**
 * The versions of single products in fixed memory, however many products there are: each has one of a number of places
 * by the hash of its ids. That two share a place costs a read now and then, never a stale one.
 */

export interface ProductVersions {
  of(merchantId: string, productId: string): number;
  raise(merchantId: string, productId: string, version: number): void;
  /** Raises all products of a merchant. */
  raiseMerchant(merchantId: string, version: number): void;
  raiseAll(version: number): void;
}

const PRODUCT_PLACES = 2 ** 18;
const MERCHANT_PLACES = 2 ** 12;

/** Versions must be given in rising order. */
export function createProductVersions(): ProductVersions {
  const ofProducts = new Float64Array(PRODUCT_PLACES);
  const ofMerchants = new Float64Array(MERCHANT_PLACES);
  const merchantPlace = (merchantId: string) => hashOf(merchantId, OFFSET_BASIS) % MERCHANT_PLACES;
  const productPlace = (merchantId: string, productId: string) =>
    hashOf(productId, hashOf(merchantId, OFFSET_BASIS)) % PRODUCT_PLACES;
  let floor = 0;
  return {
    of: (merchantId, productId) =>
      Math.max(
        floor,
        ofMerchants[merchantPlace(merchantId)] ?? 0,
        ofProducts[productPlace(merchantId, productId)] ?? 0,
      ),
    raise(merchantId, productId, version) {
      ofProducts[productPlace(merchantId, productId)] = version;
    },
    raiseMerchant(merchantId, version) {
      ofMerchants[merchantPlace(merchantId)] = version;
    },
    raiseAll(version) {
      floor = version;
    },
  };
}

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units, of 32 bits (Fowler, Noll and Vo). */
function hashOf(text: string, basis: number): number {
  let hash = basis;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  return hash >>> 0;
}
