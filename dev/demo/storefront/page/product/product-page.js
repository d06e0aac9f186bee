/** The page of one product: pictures, price and stock, variants, description, specifications, and collections. */
import { facts, factsDiffer } from '../card/cards.js';
import { createMarker, marked, matchLine, titleMatch } from '../card/matches.js';
import { picturedVariants, pictureOf, variantFilters, wantedVariant } from '../card/variant-picture.js';
import { element } from '../elements.js';
import { SHOP_FAILURE } from '../results/wording.js';
import { nameOf, textOfHtml } from '../text.js';
import { createGallery } from './gallery.js';
import { variantGroups } from './variants.js';

/** Longer titles have a smaller font. */
const LONG_TITLE = 90;

/**
 * Shows products in `section`. Calls `onVariant(product, variants)` with the chosen variant as filters.
 */
export function createProductPage(section, { onVariant }) {
  let shown = null;

  function clear() {
    shown = null;
    section.replaceChildren();
  }

  function showInstead(back, title, ...notes) {
    clear();
    const heading = element('h1', { tabIndex: -1 }, title);
    const texts = notes.map((note) => element('p', { className: 'note' }, note));
    section.replaceChildren(backLink(back), element('div', { className: 'product-missing' }, heading, ...texts));
  }

  return {
    clear,

    /** The current product, or null. */
    get shown() {
      return shown;
    },

    /**
     * Shows a full product. `matches`: the texts that matched the query. `filters`: those of the address. `back`: a
     * link `{ text, address }`. `collectionAddress(id)` returns the address of a collection.
     */
    show(product, { matches, filters, back, collectionAddress }) {
      shown = product;
      const gallery = createGallery(product);
      const variant = wantedVariant(product, matches, filters) ?? picturedVariants(product)[0];
      const choose = (wanted) => {
        gallery.choose(pictureOf(product, wanted));
        onVariant(product, variantFilters(wanted));
      };
      if (variant !== undefined) gallery.choose(pictureOf(product, variant));
      section.replaceChildren(
        backLink(back),
        element(
          'article',
          { className: 'product' },
          gallery.element,
          textOf(product, matches, variant, choose, collectionAddress),
        ),
      );
    },

    /** Updates price and stock only: the shopper may be reading the rest. */
    refresh(product) {
      const isSame = !factsDiffer(shown, product);
      shown = product;
      if (isSame) return;
      const now = facts(product);
      now.classList.add('is-changed');
      section.querySelector('.card-facts').replaceWith(now);
    },

    /** The product doesn't exist, or isn't visible. */
    showMissing: (back) =>
      showInstead(back, 'This product is no longer available', 'It may have been sold or renamed.'),

    /** The API rejects the request. */
    showFailure: (back) => showInstead(back, SHOP_FAILURE),

    showWaiting(back) {
      clear();
      section.replaceChildren(backLink(back), outline());
    },
  };
}

function backLink({ text, address }) {
  const arrow = element('span', { ariaHidden: 'true' }, '← ');
  return element('p', { className: 'back' }, element('a', { href: address, id: 'back' }, arrow, text));
}

/** Shows where the picture and the text will be. */
function outline() {
  const picture = element('div', { className: 'card-picture gallery-large' });
  const lines = element('div', { className: 'product-text' }, element('span', {}), element('span', {}));
  return element('div', { className: 'product outline', ariaHidden: 'true' }, picture, lines);
}

function textOf(product, matches, variant, onChoose, collectionAddress) {
  const name = nameOf(product);
  const title = marked(name, titleMatch(product, matches)?.highlights);
  const marker = createMarker(matches);
  return element(
    'div',
    { className: 'product-text' },
    element('h1', { className: name.length > LONG_TITLE ? 'is-long' : '', tabIndex: -1 }, ...title),
    ...paragraph('product-subtitle', product.subtitle, marker),
    facts(product),
    ...variantGroups(product, marker, variant, onChoose),
    ...paragraph('product-description', textOfHtml(product.description), marker),
    ...table('Specifications', Object.entries(product.specifications), (key, value) =>
      marker.mark(textOfHtml(value), `${key}: `),
    ),
    ...table('About this product', identity(product), (_key, value) => marker.mark(value)),
    ...collections(product.collections, collectionAddress, marker),
    ...found(marker.others()),
  );
}

function paragraph(className, text, marker) {
  return text ? [element('p', { className }, ...marker.mark(text))] : [];
}

/** Returns a table with its title; an empty list if there are no entries. */
function table(title, entries, contentOf) {
  const rows = entries.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, ...contentOf(name, value))),
  );
  return rows.length === 0 ? [] : [element('h2', {}, title), element('dl', {}, ...rows)];
}

const identity = ({ inventory, barcode, location }) =>
  [
    ['Article number', inventory.sku],
    ['Barcode', barcode],
    ['Sold at', location.name],
  ].filter(([, value]) => value !== '');

function collections(list, addressOf, marker) {
  const links = list
    .filter(({ name }) => name !== '')
    .map(({ id, name }) =>
      element('li', {}, element('a', { className: 'chip', href: addressOf(id) }, ...marker.mark(name))),
    );
  if (links.length === 0) return [];
  return [element('h2', {}, 'More like this'), element('ul', { className: 'chips' }, ...links)];
}

/** Lists the matches that aren't highlighted elsewhere on the page. */
function found(matches) {
  const lines = matches.map(matchLine);
  return lines.length === 0 ? [] : [element('h2', {}, 'Matches your search'), ...lines];
}
