/**
 * The page of results. Each address is one request. A new request aborts the previous one, whose response is discarded
 * even if it arrives: a late response never replaces a newer one.
 */
import { variantFilters, wantedVariant } from '../card/variant-picture.js';
import { withRetries } from '../catalogue.js';
import { searchBody } from '../request.js';
import { loadAdditionalFacets } from './additional-facets.js';
import { createOverview } from './overview.js';
import { createShopInfo } from './shop-info.js';
import { isFiltered } from './wording.js';

/**
 * Takes the parts of the page. `addresses` are functions: `results(changes)` and `product(product, variants)`.
 * `goTo(address)` replaces the address.
 */
export function createResultsPage({ results, facets, chips, sortMenu, nothingFound, notice, sheet }, addresses, goTo) {
  let controller = new AbortController();
  let client;
  let shopInfo = createShopInfo();
  /** The current items, and the facets of their response. */
  let items = [];
  let shownFacets = {};

  const viewOf = (address) => ({
    ...address,
    title: shopInfo.titleOf(address),
    key: JSON.stringify([address.shopId, address.query, address.filters, address.sort, address.page]),
  });

  const itemOf = ({ product, search }, filters) => {
    const matches = search.results;
    const variant = wantedVariant(product, matches, filters);
    return { product, matches, variant, address: addresses.product(product, variantFilters(variant)) };
  };

  const overview = createOverview(nothingFound, itemOf, addresses.results);

  function showControls(view) {
    sortMenu.show(view);
    chips.show(view.filters, shopInfo);
    facets.show(view.filters, shownFacets, shopInfo);
    sheet.showCount(Object.values(view.filters).flat().length);
  }

  function showResponse(address, response) {
    shopInfo.add(response);
    const view = viewOf(address);
    const meta = { ...response.meta, total: shownTotal(response, view) };
    items = response.data.map((found) => itemOf(found, view.filters));
    shownFacets = { ...response.facets };
    results.show(
      view,
      { meta, items },
      {
        page: (page) => addresses.results({ page }),
        withoutFilters: addresses.results({ filters: {} }),
        browse: addresses.results({ query: '', filters: {} }),
      },
    );
    showControls(view);
    sheet.showTotal(meta.total);
    overview.showFor(items);
  }

  async function addFacets(view, found, signal) {
    const added = await loadAdditionalFacets(client, shopInfo, view, found, signal);
    if (added === null) return;
    shownFacets = { ...added, ...shownFacets };
    showControls(view);
  }

  return {
    /** Switches to another shop. `signal` aborts when the shopper leaves it. */
    enter(shopClient, signal, firstResponse) {
      client = shopClient;
      shopInfo = createShopInfo();
      overview.clear();
      items = [];
      shownFacets = {};
      facets.clear();
      firstResponse.then(() => overview.load(shopClient, shopInfo, signal)).catch(() => undefined);
    },

    /**
     * Shows the results of an address, and calls `onShown` each time they are: at once if they are on the page already,
     * and after the response. Resolves when the facets are shown, too, or another address replaces this one.
     */
    async show(address, onShown) {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      const view = viewOf(address);
      showControls(view);
      results.showLoading(view);
      if (results.isShown(view)) onShown();
      const onWait = (wait) => {
        results.showUnavailable(view);
        nothingFound.hide();
        if (!results.isShown(view)) sheet.showTotal(undefined);
        notice.show(view.query, wait, results.isShown(view));
      };
      try {
        const keys = shopInfo.keysFor(view);
        const send = (options) => client.search(searchBody(view, keys ?? []), options);
        const response = await withRetries(send, { signal, onWait });
        notice.hide();
        const { total, lastPage } = response.meta;
        if (view.page > lastPage) return void goTo(addresses.results({ page: lastPage }));
        showResponse(address, response);
        onShown();
        // The products are shown, with or without more facets.
        if (keys === undefined && total > 0) await addFacets(view, response, signal).catch(() => undefined);
      } catch {
        if (signal.aborted) return;
        notice.hide();
        nothingFound.hide();
        results.showFailure(view);
        shownFacets = {};
        showControls(view);
        sheet.showTotal(undefined);
      }
    },

    /** Aborts the request, since another page is shown. */
    leave() {
      controller.abort();
      sheet.leave();
      results.leave();
    },

    titleOf: (address) => shopInfo.titleOf(address),

    /** Returns the current item of a product by its handle or id. */
    itemOf: (wanted) =>
      items.find(({ product }) => (wanted.handle === '' ? product.id === wanted.id : product.handle === wanted.handle)),
  };
}

/**
 * The first page may contain products that `total` doesn't count, such as the one with the typed article number. If it
 * is the only page, its products are counted. But if the filters leave nothing, they are only similar products.
 */
function shownTotal({ meta: { total, lastPage }, data }, view) {
  const isEmptied = total === 0 && isFiltered(view);
  return lastPage === 1 && !isEmptied ? Math.max(total, data.length) : total;
}
