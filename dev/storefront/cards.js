/** Builds the card that shows a product among the results, and the parts it shares with the details. */
import { AVAILABILITY_NAMES, availabilityOf } from './availability.js';
import { element, formatPrice } from './elements.js';
import { marked, matchElsewhere, titleMatch } from './matches.js';
import { UNNAMED } from './wording.js';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A card of the grid for one item of an answer. `pictures` holds pictures that are already loaded, by address;
 * `isChanged` draws the eye to a price or stock that is not what it was; `place` tells the ids of two lists apart.
 */
export function card({ product, matches }, pictures, isChanged, place = 'card') {
  const id = `${place}-${product.id}`;
  const title = titleMatch(product, matches);
  const open = element('button', { type: 'button', className: 'card-open', tabIndex: -1 });
  // A long title is cut after some lines; the details have the whole of it.
  open.append(element('span', { className: 'card-name' }, ...marked(product.title || UNNAMED, title?.highlights)));
  open.dataset.product = product.id;
  const elsewhere = matchElsewhere(matches, title);
  const known = facts(product);
  known.id = `${id}-facts`;
  known.classList.toggle('is-changed', isChanged);
  for (const [index, line] of elsewhere.entries()) line.id = `${id}-match-${index}`;
  open.setAttribute('aria-describedby', [known, ...elsewhere].map((part) => part.id).join(' '));
  open.setAttribute('aria-haspopup', 'dialog');
  const body = element(
    'div',
    { className: 'card-body' },
    element('h2', { className: 'card-title' }, open),
    ...elsewhere,
    known,
  );
  return element('li', {}, element('article', { className: 'card' }, cardPicture(product, pictures), body));
}

/** What changes most about a product: its price, and whether there is any. */
export function facts(product) {
  return element('div', { className: 'card-facts' }, price(product), ...stock(product));
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
  if (availability === null) return [];
  const className = availability === 'sold out' ? 'stock is-sold-out' : 'stock';
  return [element('span', { className }, AVAILABILITY_NAMES[availability])];
}

/** A picture that gives way to a placeholder when it cannot be loaded. */
export function picture(image, alternative) {
  const made = element('img', { alt: alternative, width: 600, height: 600, decoding: 'async' });
  made.addEventListener('error', () => made.parentElement?.classList.add('is-missing'));
  made.src = pictureAddress(image);
  return made;
}

/** The pictures below an element that are loaded, by address: cards made anew take them over. */
export function loadedPictures(parent) {
  const loaded = [...parent.querySelectorAll('img')].filter((image) => image.naturalWidth > 0);
  return new Map(loaded.map((image) => [image.getAttribute('src'), image]));
}

/** The address of a picture; those of this server are asked for under the name that the browser knows it by. */
function pictureAddress(image) {
  const address = new URL(image.url.download, location.href);
  const isOurs = LOOPBACK_NAMES.has(address.hostname) && address.pathname.startsWith('/images/');
  return isOurs ? address.pathname : address.href;
}

function cardPicture({ images, featured }, pictures) {
  const frame = element('div', { className: 'card-picture' });
  const image = images[0];
  if (image === undefined) {
    frame.classList.add('is-missing');
  } else {
    // A picture that is shown already moves to its new card, so that typing does not make it flicker.
    frame.append(pictures.get(pictureAddress(image)) ?? picture(image, ''));
    pictures.delete(pictureAddress(image));
  }
  if (featured) {
    frame.append(element('span', { className: 'badge' }, 'Featured'));
  }
  return frame;
}
