/**
 * Whether a sort index is multikey. A product with an array in a sort field, which only a faulty writer stores, has
 * several entries in the index. A read returns the product at the first entry that it meets, which depends on the
 * direction and on where the read starts.
 */
import { LRUCache } from 'lru-cache';
import type { Collection, Document } from 'mongodb';
import type { OwnedStored } from '../../catalogue/stored-documents.ts';
import { READ_LIMIT } from '../../engines/mongodb/client.ts';

/**
 * How long pages that are read may overlap after the first such product is stored; cached, they stay until the next
 * change. MongoDB keeps an index multikey until it is rebuilt.
 */
const TTL_MS = 10_000;
/** More than there are sort indexes. */
const MAX_INDEXES = 100;

/** Returns a function that checks an existing index, by name. It throws what MongoDB throws. */
export function createIsMultikey(products: Collection<OwnedStored>): (index: string) => Promise<boolean> {
  const cache = new LRUCache<string, boolean>({
    max: MAX_INDEXES,
    ttl: TTL_MS,
    async fetchMethod(index) {
      const plan: Document = await products
        .find({ merchantId: '' }, { ...READ_LIMIT, hint: index })
        .explain('queryPlanner');
      // Search the whole plan: on a sharded cluster it has another shape.
      return JSON.stringify(plan).includes('"isMultiKey":true');
    },
  });
  return (index) => cache.forceFetch(index);
}
