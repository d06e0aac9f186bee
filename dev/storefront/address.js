/** What is shown, in the page's address: so it can be shared, and is there again after a reload. */
import { readFilters } from './filters.js';

/** @returns {{ merchantId: string | null, query: string, filters: import('./filters.js').Filters }} */
export function readAddress() {
  const parameters = new URLSearchParams(location.search);
  return {
    merchantId: parameters.get('shop'),
    query: parameters.get('q') ?? '',
    filters: readFilters(parameters),
  };
}

export function writeAddress({ shop, query, filters }) {
  const parameters = new URLSearchParams({ shop: shop.merchantId, ...(query === '' ? {} : { q: query }), ...filters });
  history.replaceState(null, '', `?${parameters}`);
  document.title = query === '' ? shop.name : `${query} – ${shop.name}`;
}
