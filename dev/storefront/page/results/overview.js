/** The collections and products that the page offers if nothing is found. */
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
      const responses = [newestBody, collectionsBody].map((body) => client.search(body, { signal }));
      const [newest, all] = await Promise.all(responses);
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
