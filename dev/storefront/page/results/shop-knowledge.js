/** What the page learns of a shop from its responses: names of facet values, the currency, and which facets suit a query. */
import { chooseFacetKeys } from '../filters/facet-keys.js';
import { folded } from '../text.js';

export function createShopKnowledge() {
  const labels = new Map();
  const facetKeys = new Map();
  const place = (name, value) => `${name}\n${folded(value)}`;
  let currency = '';

  return {
    /** Remembers what a response of `POST /v1/search` tells. */
    learn({ data, facets }) {
      currency ||= data[0]?.product.currency ?? '';
      for (const [name, { values = [] }] of Object.entries(facets)) {
        for (const { value, label } of values) labels.set(place(name, String(value)), label);
      }
    },

    labelOf: (name, value) => labels.get(place(name, value)) ?? value,
    hasLabel: (name, value) => labels.has(place(name, value)),

    get currency() {
      return currency;
    },

    /** The facets of specifications and variants for results like these; undefined if they aren't known yet. */
    keysFor: (view) => facetKeys.get(kindOf(view)),

    chooseKeys(view, products) {
      const keys = chooseFacetKeys(products);
      facetKeys.set(kindOf(view), keys);
      return keys;
    },
  };
}

/** Facets stay the same while a result is narrowed, but for the collection, which is a result of its own. */
const kindOf = ({ query, filters }) => JSON.stringify([query, filters.collection]);
