/** The names of a merchant's collections and locations, as labels of facets. They are cached until one changes. */
import type { CacheBudget } from '../../cache/budget.ts';
import { createVersionedCache } from '../../cache/versioned-cache.ts';
import type { Versions } from '../../cache/versions.ts';
import type { Catalogue } from '../../catalogue/collections.ts';
import { findDocuments } from '../../catalogue/find-documents.ts';
import { text } from '../../catalogue/values.ts';
import type { NamedRead } from '../../engines/engine-guards.ts';
import { READ_LIMIT } from '../../engines/mongo.ts';
import type { ApiMetrics } from '../../runtime/metrics.ts';
import { textBytes } from '../../runtime/text-size.ts';
import { type MerchantScope, visibleTo } from '../../tenancy/scope.ts';
import { indexKey } from '../index/document.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** By the key that the index has for the id. */
type NamesByKey = ReadonlyMap<string, Named>;

export interface FacetLabels {
  /** Only those that the scope may see. */
  readonly collections: NamesByKey;
  readonly locations: NamesByKey;
}

/** Reads the labels that some facets need; those of other facets are empty. */
export type FindLabels = (scope: MerchantScope, facets: readonly string[]) => Promise<FacetLabels>;

interface LabelsOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly budget: Pick<CacheBudget, 'facetLabels'>;
  /** Reads through the circuit breaker. */
  readonly read: NamedRead;
  readonly metrics: Pick<ApiMetrics, 'malformedValue'>;
}

type Kind = 'collection' | 'location';

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;
/** The newest ones. Others have no label. */
const MAX_NAMES = 10_000;
const ENTRY_BYTES = 200;
const NO_NAMES: NamesByKey = new Map();

export function createFindLabels({ catalogue, versions, budget, read, metrics }: LabelsOptions): FindLabels {
  async function readNames(kind: Kind, filter: object): Promise<NamesByKey> {
    const options = { ...READ_LIMIT, sort: NEWEST_FIRST, limit: MAX_NAMES, projection: { name: 1 } } as const;
    const found = await findDocuments(catalogue[`${kind}s`], filter, options);
    return new Map(
      found.map(({ _id: id, name }) => [
        indexKey(id),
        { id, name: text(name, 'name', (field) => metrics.malformedValue(kind, field)) },
      ]),
    );
  }

  function createFindNames(kind: Kind, filterOf: (scope: MerchantScope) => object) {
    const cache = createVersionedCache<MerchantScope, NamesByKey>({
      versions,
      maxBytes: budget.facetLabels / 2,
      sizeOf: (names) => [...names.values()].reduce((sum, { id, name }) => sum + ENTRY_BYTES + textBytes(id + name), 0),
      versionOf: ({ merchantId }) => versions.ofTags(merchantId, [`${kind}s`]),
    });
    return (scope: MerchantScope) =>
      cache.get(scope, () => read(`search.${kind}s`, () => readNames(kind, filterOf(scope))));
  }

  const findCollections = createFindNames('collection', visibleTo);
  const findLocations = createFindNames('location', ({ merchantId }) => ({ merchantId }));
  return async (scope, facets) => {
    const [ofCollections, ofLocations] = await Promise.all([
      facets.includes('collection') ? findCollections(scope) : NO_NAMES,
      facets.includes('location') ? findLocations(scope) : NO_NAMES,
    ]);
    return { collections: ofCollections, locations: ofLocations };
  };
}
