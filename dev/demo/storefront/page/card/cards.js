/** Renders the card of a product, and the parts that it shares with the product page. */
import { element } from '../elements.js';
import { formatPrice, nameOf } from '../text.js';
import { AVAILABILITY_NAMES, availabilityOf } from './availability.js';
import { marked, matchElsewhere, titleMatch } from './matches.js';
import { picture, pictureAddress } from './pictures.js';
import { pictureOf } from './variant-picture.js';

/**
 * Renders a card. `item`: a full product with its matches, the `variant` to show (or undefined), and the `address` of
 * its page. `pictures`: loaded pictures by address. `isChanged` highlights the price and stock. `idPrefix` keeps the
 * ids of two lists distinct.
 */
export function card(
  { product, matches, variant, address },
  { pictures = new Map(), isChanged = false, idPrefix = 'card' } = {},
) {
  const id = `${idPrefix}-${product.id}`;
  const title = titleMatch(product, matches);
  const open = element('a', { className: 'card-open', href: address });
  // CSS truncates a long title; the product page shows all of it.
  open.append(element('span', { className: 'card-name' }, ...marked(nameOf(product), title?.highlights)));
  open.dataset.product = product.id;
  const elsewhere = matchElsewhere(matches, title);
  const known = facts(product);
  known.id = `${id}-facts`;
  known.classList.toggle('is-changed', isChanged);
  for (const [index, line] of elsewhere.entries()) line.id = `${id}-match-${index}`;
  open.setAttribute('aria-describedby', [known, ...elsewhere].map((part) => part.id).join(' '));
  const body = element(
    'div',
    { className: 'card-body' },
    element('h2', { className: 'card-title' }, open),
    ...elsewhere,
    known,
  );
  return element('li', {}, element('article', { className: 'card' }, cardPicture(product, variant, pictures), body));
}

/** Renders the outline of a card, to show where one will be. */
export function cardOutline() {
  const lines = element('div', { className: 'card-body' }, element('span', {}), element('span', {}));
  return element(
    'li',
    { className: 'outline', ariaHidden: 'true' },
    element('div', { className: 'card-picture' }),
    lines,
  );
}

/** Renders what changes most often: price and availability. */
export function facts(product) {
  return element('div', { className: 'card-facts' }, price(product), stock(product));
}

/** Whether price, currency or availability differ. */
export function factsDiffer(before, now) {
  return (
    before.price !== now.price || before.currency !== now.currency || availabilityOf(before) !== availabilityOf(now)
  );
}

function price({ price: amount, currency }) {
  return element('span', { className: 'price' }, formatPrice(amount, currency));
}

function stock(product) {
  const availability = availabilityOf(product);
  const className = availability === 'sold out' ? 'stock is-sold-out' : 'stock';
  return element('span', { className }, AVAILABILITY_NAMES[availability]);
}

function cardPicture(product, variant, pictures) {
  const frame = element('div', { className: 'card-picture' });
  const image = product.images[variant === undefined ? 0 : pictureOf(product, variant)];
  if (image === undefined) {
    frame.classList.add('is-missing');
  } else {
    // Reuses a loaded picture, so that it doesn't flicker while the shopper types.
    frame.append(pictures.get(pictureAddress(image)) ?? picture(image, ''));
    pictures.delete(pictureAddress(image));
  }
  if (product.featured) frame.append(element('span', { className: 'badge' }, 'Featured'));
  return frame;
}
