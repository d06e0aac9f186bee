/** Builds the card that shows a product among the results, and the parts it shares with the page of a product. */
import { element } from '../elements.js';
import { formatPrice, nameOf } from '../text.js';
import { AVAILABILITY_NAMES, availabilityOf } from './availability.js';
import { marked, matchElsewhere, titleMatch } from './matches.js';
import { picture, pictureAddress } from './pictures.js';
import { pictureOf } from './variant-picture.js';

/**
 * A card of the grid. `item` is a whole product with the texts by which it was found, the `variant` to show it in (or
 * undefined), and the `address` of its page. `pictures` holds loaded pictures by address; `isChanged` draws the eye to a
 * price or stock that isn't what it was; `place` keeps the ids of two lists apart.
 */
export function card(
  { product, matches, variant, address },
  { pictures = new Map(), isChanged = false, place = 'card' } = {},
) {
  const id = `${place}-${product.id}`;
  const title = titleMatch(product, matches);
  const open = element('a', { className: 'card-open', href: address });
  // A long title is cut after some lines; the product's page has the whole of it.
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

/** What changes most about a product: its price, and whether there is any. */
export function facts(product) {
  return element('div', { className: 'card-facts' }, price(product), stock(product));
}

/** Whether the facts of a product read differently now. */
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
    // A picture that is shown already moves to its new card, so that typing doesn't make it flicker.
    frame.append(pictures.get(pictureAddress(image)) ?? picture(image, ''));
    pictures.delete(pictureAddress(image));
  }
  if (product.featured) frame.append(element('span', { className: 'badge' }, 'Featured'));
  return frame;
}
