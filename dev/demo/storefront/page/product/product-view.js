/** Loads and shows the product of an address. Until it is loaded, shows the copy in the results, if there is one. */
import { withRetries } from '../catalogue.js';

const FAILED = Symbol('failed');

/**
 * `page`: see product-page.js. `backLink(product)` returns its link back, and `collectionAddress(id)` the address of a
 * collection.
 */
export function createProductView(page, { notice, backLink, collectionAddress }) {
  let controller = new AbortController();

  /** Resolves to the product of an address, or to undefined if there is none. */
  async function load(client, { handle, id }, options) {
    if (handle !== '') return (await client.listProducts({ handle, perPage: 1 }, options)).data[0];
    // Without a handle and an id, the address names no product.
    if (!id) return undefined;
    return client.getProduct(id, options).catch((error) => {
      if (error.code === 'product_not_found') return undefined;
      throw error;
    });
  }

  return {
    leave() {
      controller.abort();
      page.clear();
    },

    /**
     * `item`: the product in the results, if any. Resolves when the product is shown, or that there is none, or after
     * `leave`. A product that is shown stays if the API rejects the request.
     */
    async show(client, address, item) {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      const showProduct = (product) =>
        page.show(product, {
          matches: item?.matches ?? [],
          filters: address.filters,
          back: backLink(product),
          collectionAddress,
        });
      const isShown = page.shown !== null && isNamed(page.shown, address);
      if (!isShown && item !== undefined) showProduct(item.product);
      if (!isShown && item === undefined) page.showWaiting(backLink());
      const onWait = (wait) => notice.show('', wait, page.shown !== null);
      const send = (options) => load(client, address, options);
      const loaded = await withRetries(send, { signal, onWait }).catch(() => FAILED);
      if (signal.aborted) return;
      notice.hide();
      if (loaded === FAILED) {
        if (page.shown === null) page.showFailure(backLink());
      } else if (loaded === undefined) page.showMissing(backLink());
      else if (page.shown?.id === loaded.id) page.refresh(loaded);
      else showProduct(loaded);
    },
  };
}

const isNamed = (product, { handle, id }) => (handle === '' ? product.id === id : product.handle === handle);
