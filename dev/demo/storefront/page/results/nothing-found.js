/** Offered if nothing was found: the shop's collections, and some of its newest products. */
import { card } from '../card/cards.js';
import { element, setChildren } from '../elements.js';
import { formatCount } from '../text.js';

const MAX_COLLECTIONS = 8;

/**
 * `parts` are elements of the page: the `section`, its list of `collections` with the part `collectionsPart` around it,
 * and its list of `products`.
 */
export function createNothingFound({ section, collections, collectionsPart, products }) {
  return {
    hide() {
      section.hidden = true;
    },

    /** `overview`: the shop's collections with their addresses, and items for cards. */
    show(overview) {
      setChildren(collections, ...overview.collections.slice(0, MAX_COLLECTIONS).map(collectionLink));
      collectionsPart.hidden = overview.collections.length === 0;
      setChildren(products, ...overview.items.map((item) => card(item, { idPrefix: 'offered' })));
      section.hidden = overview.items.length === 0;
    },
  };
}

function collectionLink({ label, count, address }) {
  const number = element('span', { className: 'chip-count' }, formatCount(count));
  return element('li', {}, element('a', { className: 'chip', href: address }, label, ' ', number));
}
