/** What to go on with where a search found nothing: the shop's collections, and some of its newest products. */
import { availabilityOf } from './availability.js';
import { card } from './cards.js';
import { element } from './elements.js';

const MAX_COLLECTIONS = 8;
const MAX_PRODUCTS = 10;

/**
 * `parts` are elements of the page: the `section`, its list of `collections` and the part `collectionsPart` around it, and
 * its list of `products`. `onCollection` gets the id of one that was chosen, `onProduct` the button of a product.
 */
export function createSuggestions(parts, { onCollection, onProduct }) {
  const { section, collections, collectionsPart, products } = parts;
  collections.addEventListener('click', ({ target }) => {
    const id = target.closest('button')?.dataset.collection;
    if (id !== undefined) onCollection(id);
  });
  products.addEventListener('click', ({ target }) => {
    const opener = target.closest('.card')?.querySelector('.card-open');
    if (opener) onProduct(opener);
  });

  return {
    hide() {
      section.hidden = true;
    },

    /** `choices` have the shop's collections by id, `newest` are whole products. */
    show(choices, newest) {
      const named = [...choices.collections].slice(0, MAX_COLLECTIONS);
      collections.replaceChildren(...named.map(collectionButton));
      collectionsPart.hidden = named.length === 0;
      const offered = newest.filter((product) => availabilityOf(product) !== 'sold out').slice(0, MAX_PRODUCTS);
      products.replaceChildren(...offered.map(productCard));
      section.hidden = offered.length === 0;
    },
  };
}

function collectionButton([id, name]) {
  const button = element('button', { type: 'button', className: 'chip' }, name);
  button.dataset.collection = id;
  return element('li', {}, button);
}

/** These cards are few, so each is in the order of the Tab key. */
function productCard(product) {
  const made = card({ product, matches: [] }, new Map(), false, 'suggested');
  made.querySelector('.card-open').tabIndex = 0;
  return made;
}
