/**
 * The collections of a merchant whose name has a word that begins with a text. Their names are cached until a
 * collection changes.
 */
import type { CacheBudget } from '../../cache/budget.ts';
import { createVersionedCache } from '../../cache/versioned-cache.ts';
import type { Versions } from '../../cache/versions.ts';
import type { Catalogue } from '../../catalogue/collections.ts';
import { findDocuments } from '../../catalogue/find-documents.ts';
import { type OnMalformed, text } from '../../catalogue/values.ts';
import type { NamedRead } from '../../engines/engine-guards.ts';
import { READ_LIMIT } from '../../engines/mongo.ts';
import { textBytes } from '../../runtime/text-size.ts';
import { type MerchantScope, visibleTo } from '../../tenancy/scope.ts';
import { foldText } from '../text/fold.ts';

export interface SuggestedCollection {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
}

/** Those whose name begins with the text come first, then those with a later word that does. */
export type FindCollections = (scope: MerchantScope, text: string, limit: number) => Promise<SuggestedCollection[]>;

interface FindCollectionsOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly budget: Pick<CacheBudget, 'collectionNames'>;
  /** Reads through the circuit breaker. */
  readonly read: NamedRead;
  readonly onMalformed: OnMalformed;
}

interface Named extends SuggestedCollection {
  readonly folded: string;
}

/** The newest ones. Others are never suggested. */
const MAX_COLLECTIONS = 10_000;
const ENTRY_BYTES = 150;

export function createFindCollections(options: FindCollectionsOptions): FindCollections {
  const { catalogue, versions, budget, read, onMalformed } = options;
  const names = createVersionedCache<MerchantScope, readonly Named[]>({
    versions,
    maxBytes: budget.collectionNames,
    sizeOf: (collections) =>
      collections.reduce((sum, { id, name, handle }) => sum + ENTRY_BYTES + textBytes(id + name + name + handle), 0),
    versionOf: ({ merchantId }) => versions.ofTags(merchantId, ['collections']),
  });

  async function readNames(scope: MerchantScope): Promise<readonly Named[]> {
    const newest = { sort: { createdAt: -1, _id: -1 }, limit: MAX_COLLECTIONS } as const;
    const found = await findDocuments(catalogue.collections, visibleTo(scope), {
      ...{ ...READ_LIMIT, ...newest, projection: { name: 1, handle: 1 } },
    });
    return found.map((stored) => {
      const name = text(stored.name, 'name', onMalformed);
      return { id: stored._id, name, handle: text(stored.handle, 'handle', onMalformed), folded: foldText(name) };
    });
  }

  return async (scope, typed, limit) => {
    const beginning = foldText(typed);
    const all = await names.get(scope, () => read('suggestions.collections', () => readNames(scope)));
    const first = all.filter(({ folded }) => folded.startsWith(beginning));
    const later = all.filter(({ folded }) => !folded.startsWith(beginning) && hasWord(folded, beginning));
    return [...first, ...later].slice(0, limit).map(({ id, name, handle }) => ({ id, name, handle }));
  };
}

/** Whether a word other than the first begins with the text. */
function hasWord(folded: string, beginning: string): boolean {
  for (let at = folded.indexOf(beginning, 1); at !== -1; at = folded.indexOf(beginning, at + 1))
    if (!/[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return true;
  return false;
}
