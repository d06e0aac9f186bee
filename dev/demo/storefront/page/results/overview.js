/** The collections and products that the page offers if nothing is found. */
import { withRetries } from '../catalogue.js';
import { collectionsBody, newestBody } from '../request.js';

/** `itemOf(found, filters)` makes an item of a product, and `addressOf(changes)` the address of results. */
export function createOverview(nothingFound, itemOf, addressOf) {
  let overview = null;
  let isNothingFound = false;

  function show() {
    if (isNothingFound && overview !== null) nothingFound.show(overview);
    else nothingFound.hide();
  }

  return {
    /** Loads what a shop offers, and shows it if nothing is found. */
    async load(client, shopInfo, signal) {
      const send = (body) => withRetries((options) => client.search(body, options), { signal });
      const [newest, all] = await Promise.all([send(newestBody), send(collectionsBody)]);
      shopInfo.add(all);
      overview = {
        items: newest.data.map((found) => itemOf(found, {})),
        collections: (all.facets.collection?.values ?? []).map(({ value, label, count }) => {
          return { label, count, address: addressOf({ query: '', filters: { collection: [value] } }) };
        }),
      };
      show();
    },

    /** Shows the overview, once it is loaded, if the response has no products. */
    showFor(items) {
      isNothingFound = items.length === 0;
      show();
    },

    /** Forgets the overview of the previous shop. */
    clear() {
      overview = null;
      isNothingFound = false;
    },
  };
}
