/** Parses a request of InstantSearch into the parts of a body of `POST /v1/search`. */
import type { SearchBody, SearchFilter } from '../types.ts';
import { folded } from './facets.ts';
import { filterOf, type Refinements, refinementsOf } from './filter.ts';
import type { RequestParams, SearchRequest } from './protocol.ts';
import { refuseUnsupported, UnsupportedRequestError } from './unsupported.ts';

/** The results that the API can page. */
export const MAX_RESULTS = 1000;
const DEFAULT_PER_PAGE = 20;
const MAX_QUERY_LENGTH = 512;

export interface ParsedRequest {
  readonly query: string;
  readonly sort: NonNullable<SearchBody['sort']>;
  readonly filter: SearchFilter;
  readonly chosen: Refinements;
  readonly facets: readonly string[];
  /** Only the counts of the facets are read. The API counts each facet without the filter on itself. */
  readonly isForFacet: boolean;
  /** The page, from 1; null: a response without products. */
  readonly page: { readonly number: number; readonly size: number } | null;
}

/** The names of facets in requests. Filters are parsed with them, see `refinementsOf`. */
export const facetNamesIn = (requests: readonly SearchRequest[]): string[] =>
  requests.flatMap(({ params = {} }) => facetsOf(params));

/** Throws an UnsupportedRequestError for what the API doesn't support. `fixed` is the filter of every search. */
export function parseRequest(
  { indexName, params = {} }: SearchRequest,
  facetNames: readonly string[],
  fixed: SearchFilter,
): ParsedRequest {
  refuseUnsupported(params);
  const chosen = refinementsOf(params.facetFilters, facetNames);
  const facets = facetsOf(params);
  const filter = filterOf(chosen, params.numericFilters);
  refuseFixed([...namesIn(filter), ...facets], fixed);
  const size = sizeOf(params);
  const number = pageOf(params) + 1;
  return {
    query: queryOf(params),
    sort: sortOf(indexName),
    filter: { ...fixed, ...filter, ...joined('specifications', fixed, filter), ...joined('variants', fixed, filter) },
    chosen,
    facets,
    isForFacet: size === 0 && params.clickAnalytics === false && facets.length === 1,
    // An address with a page beyond the last one shows no products; the API would refuse it.
    page: size > 0 && (number - 1) * size < MAX_RESULTS ? { number, size } : null,
  };
}

/** The API refuses a longer query. It trims the query, and counts a character beyond U+FFFF once. */
const queryOf = ({ query }: RequestParams): string => [...(query ?? '').trim()].slice(0, MAX_QUERY_LENGTH).join('');

/** From 0. An address can have a page that doesn't exist, such as 0 or 1.5, which the API would refuse. */
export const pageOf = ({ page = 0 }: RequestParams): number => Math.max(0, Math.trunc(page) || 0);

/** An address can have a size that isn't one, such as -1. The API refuses one that is too large. */
export const sizeOf = ({ hitsPerPage = DEFAULT_PER_PAGE }: RequestParams): number =>
  hitsPerPage >= 0 ? hitsPerPage : DEFAULT_PER_PAGE;

/** Throws an UnsupportedRequestError for `*`, the default of dynamicWidgets: the API counts facets by name. */
function facetsOf({ facets = [] }: RequestParams): string[] {
  const names = typeof facets === 'string' ? [facets] : [...facets];
  if (names.includes('*'))
    throw new UnsupportedRequestError("Facets can't be `*`: give dynamicWidgets `facets: []` and `transformItems`");
  return names;
}

const ORDER = /^products\/(price|createdAt|title)\/(asc|desc)$/;

/**
 * `products`: by relevance. `products/price/asc`: by price, the lowest first. Throws an UnsupportedRequestError for
 * other names.
 */
function sortOf(indexName: string): ParsedRequest['sort'] {
  if (indexName === 'products') return 'relevance';
  const [, by, order] = ORDER.exec(indexName) ?? [];
  if (by !== undefined) return { by, order } as ParsedRequest['sort'];
  throw new UnsupportedRequestError(
    indexName.startsWith('products/')
      ? `Unknown order: ${indexName}. One is products/price/asc`
      : `Unknown index: ${indexName}. The only one is products; \`catalogue.suggest\` has completions`,
  );
}

type Keyed = 'specifications' | 'variants';

/** Both filters' conditions on specifications, or on variants, if both have some. */
const joined = (kind: Keyed, { [kind]: fixed }: SearchFilter, { [kind]: own }: SearchFilter): SearchFilter =>
  fixed && own ? { [kind]: { ...fixed, ...own } } : {};

/** The facets that a filter narrows by, such as `price` and `specifications.Material`. */
const namesIn = (filter: SearchFilter): string[] =>
  Object.entries(filter).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return name === 'specifications' || name === 'variants'
      ? Object.keys(value).map((key) => `${name}.${key}`)
      : [name];
  });

/**
 * Throws an UnsupportedRequestError for a facet that `fixed` narrows by. The API counts a facet without the filter on
 * itself: a widget would offer values outside `fixed`.
 */
function refuseFixed(names: readonly string[], fixed: SearchFilter): void {
  const known = namesIn(fixed).map(folded);
  const refused = names.find((name) => known.includes(folded(name)));
  if (refused !== undefined)
    throw new UnsupportedRequestError(`${refused} is fixed by the option \`filter\`: remove its widget`);
}
