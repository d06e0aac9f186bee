/** Loads and shows the product of an address. Until it is loaded, shows the copy in the results, if there is one. */
import { withRetries } from '../catalogue.js';

/**
 * `page`: see product-page.js. `backLink(product)` returns its link back, and `collectionAddress(id)` the address of a
 * collection.
 */
export function createProductView(page, { notice, backLink, collectionAddress }) {
  let controller = new AbortController();

  async function load(client, { handle, id }, options) {
    if (handle !== '') return (await client.listProducts({ handle, perPage: 1 }, options)).data[0];
    // Without a handle and an id, the address names no product.
    return id ? client.getProduct(id, options) : undefined;
  }

  return {
    leave() {
      controller.abort();
      page.clear();
    },

    /**
     * `item`: the product in the results, if any. Resolves to the product; to null if there is none, or after `leave`.
     */
    async show(client, address, item) {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      const showProduct = (product) =>
        page.show(product, {
          ...{ matches: item?.matches ?? [], filters: address.filters },
          ...{ back: backLink(product), collectionAddress },
        });
      const isShown = page.shown !== null && isNamed(page.shown, address);
      if (!isShown && item !== undefined) showProduct(item.product);
      if (!isShown && item === undefined) page.showWaiting(backLink());
      const onWait = (wait) => notice.show('', wait, page.shown !== null);
      const send = (options) => load(client, address, options);
      const product = await withRetries(send, { signal, onWait }).catch(() => undefined);
      if (signal.aborted) return null;
      notice.hide();
      if (product === undefined) page.showMissing(backLink());
      else if (page.shown?.id === product.id) page.refresh(product);
      else showProduct(product);
      return product ?? null;
    },
  };
}

const isNamed = (product, { handle, id }) => (handle === '' ? product.id === id : product.handle === handle);
