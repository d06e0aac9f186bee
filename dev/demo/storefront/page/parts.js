/** Creates the parts of the page and connects them: every action of a shopper changes the address. */
import { productAddress, resultsAddress } from './address.js';
import { createAnnouncer } from './announcer.js';
import { createChips } from './filters/chips.js';
import { createFacets } from './filters/facets.js';
import { withoutValue, withValue } from './filters/filters.js';
import { createFilterSheet } from './filters/sheet.js';
import { createNotice } from './notice.js';
import { createProductPage } from './product/product-page.js';
import { createProductView } from './product/product-view.js';
import { createNothingFound } from './results/nothing-found.js';
import { createResults } from './results/results.js';
import { createResultsPage } from './results/results-page.js';
import { createSortMenu } from './results/sort-menu.js';
import { linkTextOf } from './results/wording.js';
import { createSearchBox } from './search-box/search-box.js';

/** The API's limit for a text to complete. */
const MAX_COMPLETED = 100;

/**
 * `page`: the document's elements by id. `shown`: the current `shop`, its `client`, the parsed `address`, and
 * `lastResults`, the options for the address of the results shown last. `go(address, options)`: see navigation.js.
 */
export function createParts(page, shown, go) {
  const addresses = {
    results: (changes) => resultsAddress(shown.shop, { ...shown.lastResults, page: 1, ...changes }),
    query: (query) => resultsAddress(shown.shop, { query }),
    collection: (id) => resultsAddress(shown.shop, { filters: { collection: [id] } }),
    product: (product, variants) => productAddress(shown.shop, product, variants),
  };
  const announce = createAnnouncer(page.announcement);
  const notice = createNotice({
    notice: page.notice,
    text: page['notice-text'],
    time: page['notice-time'],
    announce,
  });
  const productPage = createProductPage(page['product-page'], {
    onVariant: (product, variants) => go(addresses.product(product, variants), { replace: true, cause: 'focus' }),
  });
  return {
    searchBox: createSearch(page, shown, go, addresses),
    resultsPage: createResultsPart(page, shown, go, addresses, { notice, announce }),
    productPage,
    productView: createProductView(productPage, {
      notice,
      collectionAddress: addresses.collection,
      backLink: (product) => ({
        text: linkTextOf(shown.lastResults, product?.collections),
        address: addresses.results({ page: shown.lastResults.page }),
      }),
    }),
  };
}

function createSearch(page, shown, go, addresses) {
  return createSearchBox(
    { form: page.search, input: page.query, list: page.completions, clear: page['query-clear'] },
    {
      addresses,
      complete: async (typed, signal) => {
        const query = [...typed].slice(0, MAX_COMPLETED).join('');
        const { data } = await shown.client.suggest({ query }, { signal });
        return data;
      },
      onQuery(query) {
        // Until the shops are known, the box only keeps the query.
        if (shown.shop === undefined) return;
        // A space, or Escape in the empty box, changes nothing.
        if (query === (shown.lastResults.query ?? '')) return;
        go(addresses.results({ query, sort: undefined }), { isTyped: true });
      },
    },
  );
}

function createResultsPart(page, shown, go, addresses, { notice, announce }) {
  const change = (filters, options) => go(addresses.results({ filters }), options);
  const parts = {
    notice,
    sheet: createFilterSheet({
      sheet: page['filters-sheet'],
      place: page['filters-place'],
      form: page.filters,
      toggle: page['filters-toggle'],
      toggleCount: page['filters-count'],
      close: page['filters-close'],
      done: page['filters-done'],
    }),
    results: createResults({
      list: page.results,
      heading: page.heading,
      note: page.note,
      advice: page.advice,
      pages: page.pages,
      adviceText: page['advice-text'],
      withoutFilters: page['without-filters'],
      browse: page.browse,
      announce,
    }),
    facets: createFacets(page.filters, {
      onToggle: (name, value, isChosen) =>
        change((isChosen ? withValue : withoutValue)(shown.address.filters, name, value)),
      onPrice(prices) {
        const { minPrice: _min, maxPrice: _max, ...others } = shown.address.filters;
        change({ ...others, ...prices }, { isTyped: true });
      },
    }),
    chips: createChips({ list: page.chips, heading: page.heading }, change),
    sortMenu: createSortMenu(page.sort, (sort) => go(addresses.results({ sort }))),
    nothingFound: createNothingFound({
      section: page['nothing-found'],
      products: page['offered-products'],
      collections: page['offered-collections'],
      collectionsPart: page['offered-collections-part'],
    }),
  };
  return createResultsPage(parts, addresses, (address) => go(address, { replace: true }));
}
