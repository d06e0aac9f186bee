/** What the page knows of a shop from responses: labels of facet values, the currency, and the facets for a query. */
import { chooseFacetKeys } from '../filters/facet-keys.js';
import { onlyCollection } from '../filters/filters.js';
import { folded } from '../text.js';

export function createShopInfo() {
  const labels = new Map();
  const facetKeys = new Map();
  const labelKey = (name, value) => `${name}\n${folded(value)}`;
  let currency = '';

  return {
    /** Stores the currency and the labels of a response of `POST /v1/search`. */
    add({ data, facets }) {
      currency ||= data[0]?.product.currency ?? '';
      for (const [name, { values = [] }] of Object.entries(facets)) {
        for (const { value, label } of values) labels.set(labelKey(name, String(value)), label);
      }
    },

    labelOf: (name, value) => labels.get(labelKey(name, value)) ?? value,

    /** The title of a list that is browsed. */
    titleOf({ filters, sort }) {
      const collection = onlyCollection(filters);
      const name = collection === undefined ? undefined : labels.get(labelKey('collection', collection));
      return name ?? (Object.keys(filters).length === 0 && sort === 'newest' ? 'New in the shop' : 'Products');
    },

    get currency() {
      return currency;
    },

    /** The facets of specifications and variants for this view; undefined if none were chosen yet. */
    keysFor: (view) => facetKeys.get(facetContext(view)),

    chooseKeys(view, products) {
      const keys = chooseFacetKeys(products);
      facetKeys.set(facetContext(view), keys);
      return keys;
    },
  };
}

/** Filters don't change the choice of facets, except those by collection. */
const facetContext = ({ query, filters }) => JSON.stringify([query, filters.collection]);
