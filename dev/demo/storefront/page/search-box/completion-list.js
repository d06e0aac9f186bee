/** The list below the search box: popular queries, collections and products, as options of a listbox. */
import { framedPicture } from '../card/pictures.js';
import { element } from '../elements.js';
import { formatPrice, nameOf } from '../text.js';

const MAX = { queries: 5, collections: 3, products: 4 };

/**
 * Returns the groups of suggestions as elements. Each option is a link. `addresses`: functions of a query's text, a
 * collection's id, and a product.
 */
export function completionGroups({ queries, collections, products }, typed, addresses) {
  const options = {
    Searches: queries.slice(0, MAX.queries).map(({ text }) => queryOption(text, typed, addresses.query(text))),
    Collections: collections
      .slice(0, MAX.collections)
      .map(({ id, name }) => collectionOption(name, addresses.collection(id))),
    Products: products.slice(0, MAX.products).map((product) => productOption(product, addresses.product(product))),
  };
  return Object.entries(options)
    .filter(([, made]) => made.length > 0)
    .map(([title, made]) => groupOf(title, made));
}

function groupOf(title, options) {
  const id = `completions-${title.toLowerCase()}`;
  const heading = element('div', { className: 'completions-title', id, role: 'presentation' }, title);
  const group = element('div', { className: 'completions-group', role: 'group' }, heading, ...options);
  group.setAttribute('aria-labelledby', id);
  for (const [index, option] of options.entries()) option.id = `${id}-${index}`;
  return group;
}

function option(address, className, ...children) {
  return element(
    'a',
    { className: `completion ${className}`, href: address, role: 'option', ariaSelected: 'false', tabIndex: -1 },
    ...children,
  );
}

/** Emphasises the part that completes the typed text. */
function queryOption(text, typed, address) {
  const isCompleted = text.toLowerCase().startsWith(typed.toLowerCase());
  const parts = isCompleted ? [text.slice(0, typed.length), element('b', {}, text.slice(typed.length))] : [text];
  return option(address, 'is-query', element('span', {}, ...parts));
}

function collectionOption(name, address) {
  return option(address, 'is-collection', element('span', {}, name));
}

function productOption(product, address) {
  const { images, price, currency } = product;
  return option(
    address,
    'is-product',
    framedPicture(images[0], ''),
    element('span', { className: 'completion-name' }, nameOf(product)),
    element('span', { className: 'completion-price' }, formatPrice(price, currency)),
  );
}
