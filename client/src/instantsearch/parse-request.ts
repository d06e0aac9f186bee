/** Parses a request of InstantSearch into the parts of a body of `POST /v1/search`. */
import type { SearchBody, SearchFilter } from '../types.ts';
import { type ChosenValues, chosenValues, filterOf } from './filter.ts';
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
  readonly chosen: ChosenValues;
  readonly facets: readonly string[];
  /** Only the counts of the facets are read. The API counts each facet without the filter on itself. */
  readonly isForFacet: boolean;
  /** The page, from 1; null: a response without products. */
  readonly page: { readonly number: number; readonly size: number } | null;
}

/** The names of facets in requests. Filters are parsed with them, see `chosenValues`. */
export const facetNamesIn = (requests: readonly SearchRequest[]): string[] =>
  requests.flatMap(({ params = {} }) => facetsOf(params));

/** Throws an UnsupportedRequestError for what the API doesn't support. `fixed` is the filter of every search. */
export function parseRequest(
  { indexName, params = {} }: SearchRequest,
  facetNames: readonly string[],
  fixed: SearchFilter,
): ParsedRequest {
  refuseUnsupported(params);
  const chosen = chosenValues(params.facetFilters, facetNames);
  const size = sizeOf(params);
  const number = (params.page ?? 0) + 1;
  return {
    query: queryOf(params),
    sort: sortOf(indexName),
    filter: joined(fixed, filterOf(chosen, params.numericFilters)),
    chosen,
    facets: facetsOf(params),
    isForFacet: size === 0 && params.clickAnalytics === false && facetsOf(params).length === 1,
    // An address with a page beyond the last one shows no products; the API would refuse it.
    page: size > 0 && (number - 1) * size < MAX_RESULTS ? { number, size } : null,
  };
}

/** The API refuses a longer query. It trims the query, and counts a character beyond U+FFFF once. */
const queryOf = ({ query }: RequestParams): string => [...(query ?? '').trim()].slice(0, MAX_QUERY_LENGTH).join('');

export const sizeOf = ({ hitsPerPage = DEFAULT_PER_PAGE }: RequestParams): number => hitsPerPage;

/** `*`, all facets that there are, is not known to the API: widgets name theirs. */
const facetsOf = ({ facets = [] }: RequestParams): string[] =>
  (typeof facets === 'string' ? [facets] : [...facets]).filter((name) => name !== '*');

/** `products/price/asc`: by price, the lowest first. A name without slashes: by relevance. */
function sortOf(indexName: string): ParsedRequest['sort'] {
  const [, by, order, ...rest] = indexName.split('/');
  if (by === undefined) return 'relevance';
  const isKnown = by === 'price' || by === 'createdAt' || by === 'title';
  if (!isKnown || (order !== 'asc' && order !== 'desc') || rest.length > 0)
    throw new UnsupportedRequestError(
      `No such order: ${indexName}. Names are like products, products/price/asc, products/createdAt/desc`,
    );
  return { by, order };
}

/** Throws an UnsupportedRequestError where both narrow by the same field: the API can't say that both must hold. */
function joined(fixed: SearchFilter, own: SearchFilter): SearchFilter {
  const twice = Object.keys(own).find((name) => name in fixed);
  if (twice !== undefined) throw new UnsupportedRequestError(`The option \`filter\` narrows by ${twice} already`);
  return { ...fixed, ...own };
}
