/**
 * The address contains everything that the page shows, so it can be shared, reloaded and revisited:
 * `/?shop=&q=&page=&sort=` and filters by name; `/products/<handle>?shop=` and the selected variants.
 */
import { readFilters } from './filters/filters.js';
import { defaultSort, LAST_PAGE, SORTS } from './request.js';

const PRODUCTS = '/products/';

/**
 * Parses an address: `{ kind: 'results', shopId, query, filters, sort, page }` or
 * `{ kind: 'product', shopId, handle, id, filters }`.
 */
export function readAddress(address) {
  const { pathname, searchParams } = new URL(address, location.origin);
  const shopId = searchParams.get('shop');
  const filters = readFilters(searchParams);
  if (pathname.startsWith(PRODUCTS)) {
    // The server refuses an address that can't be decoded.
    const handle = decodeURIComponent(pathname.slice(PRODUCTS.length));
    return { kind: 'product', shopId, handle, id: searchParams.get('id'), filters };
  }
  const query = (searchParams.get('q') ?? '').trim().slice(0, 512);
  return { kind: 'results', shopId, query, filters, sort: sortIn(searchParams, query), page: pageIn(searchParams) };
}

function sortIn(searchParams, query) {
  const name = searchParams.get('sort');
  return Object.hasOwn(SORTS, name) && !(SORTS[name].searchesOnly && query === '') ? name : defaultSort(query);
}

function pageIn(searchParams) {
  const page = searchParams.get('page') ?? '';
  return /^[1-9]\d{0,3}$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1;
}

/** Returns the address of results. Missing options have their defaults. */
export function resultsAddress(shop, { query = '', filters = {}, sort = defaultSort(query), page = 1 } = {}) {
  const parameters = new URLSearchParams({ shop: shop.merchantId, ...(query === '' ? {} : { q: query }) });
  for (const [name, values] of Object.entries(filters)) for (const value of values) parameters.append(name, value);
  if (sort !== defaultSort(query)) parameters.set('sort', sort);
  if (page > 1) parameters.set('page', String(page));
  return `/?${parameters}`;
}

/** Returns the address of a product. `variants`: the chosen ones, `{ 'variants.Colour': ['Red'] }`. */
export function productAddress(shop, { handle, id }, variants = {}) {
  const hasHandle = !/^\.{0,2}$/.test(handle);
  const parameters = new URLSearchParams({ shop: shop.merchantId, ...(hasHandle ? {} : { id }) });
  for (const [name, values] of Object.entries(variants)) for (const value of values) parameters.append(name, value);
  return `${PRODUCTS}${hasHandle ? encodeURIComponent(handle) : ''}?${parameters}`;
}
