/** The conditions of every search of a request. The merchant of the scope comes first. */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
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

/** The filter that all products of the scope pass. */
export const WHOLE_SCOPE: SearchFilter = {};

export const isWholeScope = (filter: SearchFilter): boolean =>
  Object.values(filter).every((given) => given === undefined);

/** What each condition of a filter has when it is given. */
export type FilterValues = { readonly [F in keyof SearchFilter]-?: NonNullable<SearchFilter[F]> };

const CONDITIONS: {
  readonly [F in keyof FilterValues]: (given: FilterValues[F], scope: MerchantScope) => readonly string[];
} = {
  status: (given) => [equalsAny('status', listOf(given))],
  location: (given) => [equalsAny('location_key', indexKeysOf(given))],
  collection: (given, scope) => [inCollections(scope, indexKeysOf(given))],
  featured: (given) => [equals('featured', String(given))],
  inStock: (given) => [equals('in_stock', String(given))],
  price: ({ min, max }) => [
    ...(min === undefined ? [] : [`price >= ${decimal(indexPrice(min))}`]),
    ...(max === undefined ? [] : [`price <= ${decimal(indexPrice(max))}`]),
  ],
  specifications: (given) => Object.values(given).map(facetFilter),
  variants: (given) => Object.values(given).map(facetFilter),
};

const FIELDS = Object.keys(CONDITIONS) as (keyof SearchFilter)[];

/** Meilisearch joins the elements of the list by AND. */
export const scopeFilter = (scope: MerchantScope, filter: SearchFilter): string[] => [
  merchantFilter(scope.merchantId),
  ...(scope.visibility === 'published' ? [equals('status', 'published')] : []),
  ...FIELDS.flatMap((field) => conditionsOf(field, filter[field], scope)),
];

const conditionsOf = <F extends keyof FilterValues>(
  field: F,
  given: FilterValues[F] | undefined,
  scope: MerchantScope,
): readonly string[] => (given === undefined ? [] : CONDITIONS[field](given, scope));

export const listOf = (value: OneOrMany): readonly string[] => (typeof value === 'string' ? [value] : value);

const indexKeysOf = (ids: OneOrMany): readonly string[] => listOf(ids).map(indexKey);

function inCollections(scope: MerchantScope, keys: readonly string[]): string {
  const published = equalsAny('collection_ids', keys);
  return scope.visibility === 'published' ? published : `(${published} OR ${equalsAny('hidden_collection_ids', keys)})`;
}
