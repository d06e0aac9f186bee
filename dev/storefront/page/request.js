/** What the page asks the API for, as pure functions of what it is to show. */
import { keyedNames, requestedFilter } from './filters/filters.js';

export const PER_PAGE = 24;
/** The API shows no results beyond these. */
export const MAX_RESULTS = 1000;
export const LAST_PAGE = Math.ceil(MAX_RESULTS / PER_PAGE);

const FACETS = ['inStock', 'featured', 'collection', 'location', 'price', 'status'];

/** The ways to sort, by their name in the address: what the API is sent, and what the page calls it. */
export const SORTS = {
  relevance: { label: 'Best match', sort: 'relevance', searchesOnly: true },
  newest: { label: 'Newest', sort: { by: 'createdAt', order: 'desc' } },
  'price-asc': { label: 'Price, low to high', sort: { by: 'price', order: 'asc' } },
  'price-desc': { label: 'Price, high to low', sort: { by: 'price', order: 'desc' } },
  title: { label: 'Title, A to Z', sort: { by: 'title', order: 'asc' } },
};

/** How a result is sorted if nothing else is chosen. */
export const defaultSort = (query) => (query === '' ? 'newest' : 'relevance');

/**
 * The body of `POST /v1/search`. `keys` are facets of specifications and variants; those that are filtered by come in
 * addition, so that their other values can be seen. Whole products: cards show whether one can be bought, and in which colour.
 */
export function searchBody({ query, filters, sort, page }, keys) {
  return {
    ...(query === '' ? {} : { query, highlight: true }),
    ...{ page, perPage: PER_PAGE, filter: requestedFilter(filters), sort: SORTS[sort].sort },
    ...{ facets: [...FACETS, ...new Set([...keys, ...keyedNames(filters)])], products: 'full' },
  };
}

/** The body that asks for counts of these facets alone. */
export function facetsBody(view, keys) {
  const { highlight: _highlight, products: _products, ...body } = searchBody({ ...view, page: 1 }, []);
  return { ...body, perPage: 1, facets: keys };
}

/** The body that asks what a shop has: its newest products that can be bought, collections and locations. */
export const overviewBody = { perPage: 10, filter: { inStock: true }, facets: ['collection'], products: 'full' };
