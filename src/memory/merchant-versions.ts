/** A version for each merchant, in bounded memory: that one falls off the list raises all that are not on it. */
import { LRUCache } from 'lru-cache';

export interface MerchantVersions {
  of(merchantId: string): number;
  raise(merchantId: string): void;
  raiseAll(): void;
}

const MAX_MERCHANTS = 100_000;

/** `next` gives versions in rising order. */
export function createMerchantVersions(next: () => number): MerchantVersions {
  /** The version of every merchant that is not listed. */
  let floor = 0;
  const versions = new LRUCache<string, number>({
    max: MAX_MERCHANTS,
    dispose: (_version, _merchantId, reason) => {
      if (reason === 'evict') floor = next();
    },
  });
  return {
    of: (merchantId) => versions.get(merchantId) ?? floor,
    raise(merchantId) {
      versions.set(merchantId, next());
    },
    raiseAll() {
      versions.clear();
      floor = next();
    },
  };
}
