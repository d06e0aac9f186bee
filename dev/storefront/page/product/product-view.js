/** Loads the product that an address names, and shows it: at once if the results have it, and then as it is now. */
import { patiently } from '../catalogue.js';

/**
 * `page` is the page of a product. `backLink()` says where its link back leads; `collectionAddress(id)` leads to a
 * collection.
 */
export function createProductView(page, { notice, backLink, collectionAddress }) {
  let turn = new AbortController();

  async function load(client, { handle, id }, options) {
    if (handle !== '') return (await client.listProducts({ handle, perPage: 1 }, options)).data[0];
    // An address without a name, which no product has.
    return id ? client.getProduct(id, options) : undefined;
  }

  return {
    leave() {
      turn.abort();
      page.clear();
    },

    /** `item` is the product as the results have it, if they do. Resolves to the product, or null if there is none. */
    async show(client, address, item) {
      turn.abort();
      turn = new AbortController();
      const { signal } = turn;
      const context = { matches: item?.matches ?? [], filters: address.filters, back: backLink(), collectionAddress };
      const isShown = page.shown !== null && isNamed(page.shown, address);
      if (!isShown && item !== undefined) page.show(item.product, context);
      if (!isShown && item === undefined) page.showWaiting(context.back);
      const onWait = (wait) => notice.show('', wait, page.shown !== null);
      const ask = (options) => load(client, address, options);
      const product = await patiently(ask, { signal, onWait }).catch(() => undefined);
      if (signal.aborted) return null;
      notice.hide();
      if (product === undefined) page.showMissing(context.back);
      else if (page.shown?.id === product.id) page.refresh(product);
      else page.show(product, context);
      return product ?? null;
    },
  };
}

const isNamed = (product, { handle, id }) => (handle === '' ? product.id === id : product.handle === handle);
