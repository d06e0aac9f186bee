/** The names of a merchant's collections and locations, for facets and suggestions. They are cached until one changes. */
import type { CacheBudget } from '../../cache/budget.ts';
import { createVersionedCache } from '../../cache/versioned-cache.ts';
import type { Versions } from '../../cache/versions.ts';
import { findDocuments } from '../../catalogue/find-documents.ts';
import type { Catalogue } from '../../catalogue/stored-documents.ts';
import { text } from '../../catalogue/values.ts';
import type { GuardedRead } from '../../engines/breaker/guarded-reads.ts';
import { READ_LIMIT } from '../../engines/mongodb/client.ts';
import type { ApiMetrics } from '../../runtime/monitoring/metrics.ts';
import { textBytes } from '../../runtime/text-size.ts';
import { type MerchantScope, visibleTo } from '../../tenancy/scope.ts';
import { indexKey } from '../index/keys.ts';
import { foldForPrefix } from '../text/fold.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  /** See `foldForPrefix`. */
  readonly folded: string;
}

/** By the key that the index has for the id, the newest first. */
export type NamesByKey = ReadonlyMap<string, Named>;

/** Whether the names are those of all collections or locations. */
export const hasAllNames = (names: NamesByKey): boolean => names.size < MAX_NAMES;

export type FindNames = (scope: MerchantScope) => Promise<NamesByKey>;

export interface Names {
  /** Only those that the scope may see. */
  readonly collections: FindNames;
  readonly locations: FindNames;
}

interface NamesOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly budget: Pick<CacheBudget, 'collectionNames' | 'locationNames'>;
  /** Reads through the circuit breaker. */
  readonly guardedRead: GuardedRead;
  readonly metrics: Pick<ApiMetrics, 'malformedValue'>;
}

type Kind = 'collection' | 'location';

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;
/** The newest ones. Others have no label, so facets leave them out, and are never suggested. */
const MAX_NAMES = 10_000;
const ENTRY_BYTES = 250;

export function createNames({ catalogue, versions, budget, guardedRead, metrics }: NamesOptions): Names {
  async function readNames(kind: Kind, filter: object): Promise<NamesByKey> {
    const options = {
      ...READ_LIMIT,
      sort: NEWEST_FIRST,
      limit: MAX_NAMES,
      projection: { name: 1, handle: 1 },
    } as const;
    const onMalformed = (field: string) => metrics.malformedValue(kind, field);
    const found = await findDocuments(catalogue[`${kind}s`], filter, options);
    // The index has no documents of before the validators whose `_id` is no text.
    const identified = found.filter(({ _id }) => typeof _id === 'string');
    return new Map(
      identified.map((stored) => {
        const name = text(stored.name, 'name', onMalformed);
        const handle = text(stored.handle, 'handle', onMalformed);
        return [indexKey(stored._id), { id: stored._id, name, handle, folded: foldForPrefix(name) }];
      }),
    );
  }

  function createFindNames(kind: Kind, filterOf: (scope: MerchantScope) => object): FindNames {
    const cache = createVersionedCache<MerchantScope, NamesByKey>({
      versions,
      maxBytes: budget[`${kind}Names`],
      sizeOf: (names) =>
        [...names.values()].reduce(
          (sum, { id, name, handle, folded }) => sum + ENTRY_BYTES + textBytes(id + name + handle + folded),
          0,
        ),
      versionOf: ({ merchantId }) => versions.ofTags(merchantId, [`${kind}s`]),
    });
    return (scope) => cache.get(scope, () => guardedRead(`search.${kind}s`, () => readNames(kind, filterOf(scope))));
  }

  return {
    collections: createFindNames('collection', visibleTo),
    locations: createFindNames('location', ({ merchantId }) => ({ merchantId })),
  };
}
