/** The bodies of the page's requests, as pure functions. */
import { FLAG_NAMES, keyedNames, requestedFilter } from './filters/filters.js';

const PER_PAGE = 24;
/** The API's limit for paging. */
export const MAX_RESULTS = 1000;
export const LAST_PAGE = Math.ceil(MAX_RESULTS / PER_PAGE);

const FACETS = [...Object.keys(FLAG_NAMES), 'collection', 'location', 'price', 'status'];

/** The sort orders by their name in the address: the label, and the `sort` of the request. */
export const SORTS = {
  relevance: { label: 'Best match', sort: 'relevance', searchesOnly: true },
  newest: { label: 'Newest', sort: { by: 'createdAt', order: 'desc' } },
  'price-asc': { label: 'Price, low to high', sort: { by: 'price', order: 'asc' } },
  'price-desc': { label: 'Price, high to low', sort: { by: 'price', order: 'desc' } },
  title: { label: 'Title, A to Z', sort: { by: 'title', order: 'asc' } },
};

/** The sort order unless another is chosen. */
export const defaultSort = (query) => (query === '' ? 'newest' : 'relevance');

/**
 * The body of `POST /v1/search`. `keys`: facets of specifications and variants. Those with a filter are added, to show
 * their other values. Products are full: cards show the availability and the variant.
 */
export function searchBody({ query, filters, sort, page }, keys) {
  return {
    ...(query === '' ? {} : { query, highlight: true }),
    page,
    perPage: PER_PAGE,
    filter: requestedFilter(filters),
    sort: SORTS[sort].sort,
    facets: [...FACETS, ...new Set([...keys, ...keyedNames(filters)])],
    products: 'full',
  };
}

/** The body of a request for the counts of these facets only. */
export function facetsBody(view, keys) {
  const { highlight: _highlight, products: _products, ...body } = searchBody({ ...view, page: 1 }, []);
  return { ...body, perPage: 1, facets: keys };
}

/** The body of a request for a shop's newest available products. */
export const newestBody = { perPage: 10, filter: { inStock: true }, products: 'full' };
/** The body of a request for a shop's collections, which count all their products, available or not. */
export const collectionsBody = { perPage: 1, facets: ['collection'] };
