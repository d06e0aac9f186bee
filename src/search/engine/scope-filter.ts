/** The conditions of every search of a request. The merchant of the scope comes first. */
import type { MerchantScope } from '../../tenancy/scope.ts';
import { FACET_KINDS } from '../index/facets.ts';
import { decimal, equals, equalsAny, facetFilter, merchantFilter } from '../index/filters.ts';
import { indexKey, indexPrice } from '../index/keys.ts';

type OneOrMany = string | readonly string[];
/** For each key, the pairs of any of its values, as the prefixes of `facetPrefix`. */
type Pairs = Readonly<Record<string, readonly string[]>>;

/** Narrows a search. All conditions must hold; of a list, any value may be met. */
export interface SearchFilter {
  readonly status?: OneOrMany | undefined;
  readonly collection?: OneOrMany | undefined;
  readonly location?: OneOrMany | undefined;
  readonly featured?: boolean | undefined;
  readonly inStock?: boolean | undefined;
  readonly price?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  readonly specifications?: Pairs | undefined;
  readonly variants?: Pairs | undefined;
}

/** Meilisearch joins the elements of the list by AND. */
export function scopeFilter(scope: MerchantScope, filter: SearchFilter): string[] {
  const conditions = [merchantFilter(scope.merchantId)];
  if (scope.visibility === 'published') conditions.push(equals('status', 'published'));
  if (filter.status !== undefined) conditions.push(equalsAny('status', listOf(filter.status)));
  if (filter.location !== undefined) conditions.push(equalsAny('location_key', keysOf(filter.location)));
  if (filter.collection !== undefined) conditions.push(inCollections(scope, keysOf(filter.collection)));
  if (filter.featured !== undefined) conditions.push(equals('featured', String(filter.featured)));
  if (filter.inStock !== undefined) conditions.push(equals('in_stock', String(filter.inStock)));
  if (filter.price?.min !== undefined) conditions.push(`price >= ${decimal(indexPrice(filter.price.min))}`);
  if (filter.price?.max !== undefined) conditions.push(`price <= ${decimal(indexPrice(filter.price.max))}`);
  for (const kind of FACET_KINDS) conditions.push(...Object.values(filter[kind] ?? {}).map(facetFilter));
  return conditions;
}

export const listOf = (value: OneOrMany): readonly string[] => (typeof value === 'string' ? [value] : value);

const keysOf = (ids: OneOrMany): readonly string[] => listOf(ids).map(indexKey);

function inCollections(scope: MerchantScope, keys: readonly string[]): string {
  const published = equalsAny('collection_ids', keys);
  return scope.visibility === 'published' ? published : `(${published} OR ${equalsAny('hidden_collection_ids', keys)})`;
}
