/** The names of a merchant's collections and locations, for facets and suggestions. They are cached until one changes. */
import type { Collection, Filter } from 'mongodb';
import type { Tag } from '../cache/cache-tags.ts';
import { createVersionedCache } from '../cache/versioned-cache.ts';
import type { Versions } from '../cache/versions.ts';
import { findDocuments } from '../catalogue/find-documents.ts';
import { type MerchantScope, visibleTo } from '../catalogue/merchant-scope.ts';
import type { Catalogue, OwnedStored } from '../catalogue/stored-documents.ts';
import { isText, text } from '../catalogue/values.ts';
import type { GuardedRead } from '../engines/breaker/guarded-reads.ts';
import { READ_LIMIT } from '../engines/mongodb/client.ts';
import { mapInTurns } from '../runtime/concurrency/turns.ts';
import type { ApiMetrics } from '../runtime/monitoring/metrics.ts';
import { textBytes } from '../runtime/text-size.ts';
import { indexKey } from './index/keys.ts';
import { type Spellings, spellingsOf } from './text/spellings.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  /** None for a location: only collections are suggested. */
  readonly spellings: Spellings;
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
  readonly maxBytes: number;
  /** Reads through the circuit breaker. */
  readonly guardedRead: GuardedRead;
  readonly metrics: Pick<ApiMetrics, 'malformedValues'>;
}

/** Where names are read, and what invalidates them. */
interface NamesSource {
  /** In the metric of malformed values. */
  readonly kind: 'collection' | 'location';
  readonly collection: Collection<OwnedStored>;
  readonly filterOf: (scope: MerchantScope) => Filter<OwnedStored>;
  readonly tag: Tag;
}

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;
/** The newest ones. Others have no label, so facets leave them out, and are never suggested. */
const MAX_NAMES = 10_000;
const ENTRY_BYTES = 250;
/** Of a name, what is compared with a query: as much as the index has of it. A name may have millions of letters. */
const COMPARED_LENGTH = 300;

export function createNames({ catalogue, versions, maxBytes, guardedRead, metrics }: NamesOptions): Names {
  const cache = createVersionedCache<{ readonly scope: MerchantScope; readonly tag: Tag }, NamesByKey>({
    versions,
    maxBytes,
    sizeOf: bytesOf,
    versionOf: ({ scope, tag }) => versions.ofTags(scope.merchantId, [tag]),
  });

  async function readNames({ kind, collection, filterOf }: NamesSource, scope: MerchantScope): Promise<NamesByKey> {
    const options = {
      ...READ_LIMIT,
      sort: NEWEST_FIRST,
      limit: MAX_NAMES,
      projection: { name: 1, handle: 1 },
    } as const;
    const onMalformed = (field: string) => metrics.malformedValues.inc({ kind, field });
    const found = await findDocuments(collection, filterOf(scope), options);
    // The index has no documents of before the validators whose `_id` is no text.
    const identified = found.filter(({ _id }) => isText(_id));
    return new Map(
      await mapInTurns(identified, (stored) => {
        const name = text(stored.name, 'name', onMalformed);
        const handle = text(stored.handle, 'handle', onMalformed);
        return [
          indexKey(stored._id),
          {
            id: stored._id,
            name,
            handle,
            spellings: kind === 'collection' ? spellingsOf(name.slice(0, COMPARED_LENGTH)) : [],
          },
        ];
      }),
    );
  }

  const createFindNames =
    (source: NamesSource): FindNames =>
    (scope) =>
      cache.get({ scope, tag: source.tag }, () => guardedRead(`search.${source.tag}`, () => readNames(source, scope)));

  return {
    collections: createFindNames({
      kind: 'collection',
      collection: catalogue.collections,
      filterOf: visibleTo,
      tag: 'collections',
    }),
    locations: createFindNames({
      kind: 'location',
      collection: catalogue.locations,
      filterOf: ({ merchantId }) => ({ merchantId }),
      tag: 'locations',
    }),
  };
}

const bytesOf = (names: NamesByKey): number =>
  [...names.values()].reduce(
    (sum, { id, name, handle, spellings }) => sum + ENTRY_BYTES + textBytes(id + name + handle + spellings.join('')),
    0,
  );
