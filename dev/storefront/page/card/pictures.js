/** Pictures of products: their addresses, and a placeholder where one can't be loaded. */
import { element } from '../elements.js';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A picture that gives way to a placeholder if it can't be loaded. */
export function picture(image, alternative) {
  const made = element('img', { alt: alternative, width: 600, height: 600, decoding: 'async' });
  made.addEventListener('error', () => made.parentElement?.classList.add('is-missing'));
  made.src = pictureAddress(image);
  return made;
}

/** A picture in its frame, or the placeholder for a product that has none. */
export function framedPicture(image, alternative) {
  const frame = element('span', { className: 'card-picture' });
  if (image === undefined) frame.classList.add('is-missing');
  else frame.append(picture(image, alternative));
  return frame;
}

/** The pictures below an element that are loaded, by address: new cards take them over. */
export function loadedPictures(parent) {
  const loaded = [...parent.querySelectorAll('img')].filter((image) => image.naturalWidth > 0);
  return new Map(loaded.map((image) => [image.getAttribute('src'), image]));
}

/** The address of a picture; those of this server are requested under the name that the browser knows it by. */
export function pictureAddress(image) {
  const address = new URL(image.url.download, location.href);
  const isOurs = LOOPBACK_NAMES.has(address.hostname) && address.pathname.startsWith('/images/');
  return isOurs ? address.pathname : address.href;
}
