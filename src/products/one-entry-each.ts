/**
 * Whether an index has one entry for each product. One with a list in a sort field, which only a mistaken writer leaves, has several, and a
 * read shows it at the first that it meets: forwards another one than backwards, or than from somewhere between.
 */
import type { Collection, Document } from 'mongodb';
import type { OwnedStored } from '../data/collections.ts';
import { createLookup } from '../platform/lookup.ts';
import { READ_LIMIT } from '../platform/mongo.ts';

/** For so long pages may overlap after the first such list of all; MongoDB forgets it only where the index is made again. */
const KNOWN_MS = 10_000;
const MAX_INDEXES = 100;

/** Returns what tells it of an index by its name, where that exists. Throws what MongoDB throws. */
export function createHasOneEntryEach(products: Collection<OwnedStored>): (index: string) => Promise<boolean> {
  return createLookup<string, boolean>({
    async load(index) {
      const explained: Document = await products
        .find({ merchantId: '' }, { ...READ_LIMIT, hint: index })
        .explain('queryPlanner');
      // Wherever the plan says so: that of a sharded cluster has another form.
      return !JSON.stringify(explained).includes('"isMultiKey":true');
    },
    maxEntries: MAX_INDEXES,
    ttlMs: () => KNOWN_MS,
  });
}
