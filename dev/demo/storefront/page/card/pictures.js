/** Pictures of products: their addresses, and a placeholder for one that can't be loaded. */
import { element } from '../elements.js';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Creates a picture. A placeholder replaces it if it can't be loaded. */
export function picture(image, alternative) {
  const made = element('img', { alt: alternative, width: 600, height: 600, decoding: 'async' });
  made.addEventListener('error', () => made.parentElement?.classList.add('is-missing'));
  made.src = pictureAddress(image);
  return made;
}

/** Creates a framed picture; a placeholder if `image` is undefined. */
export function framedPicture(image, alternative) {
  const frame = element('span', { className: 'card-picture' });
  if (image === undefined) frame.classList.add('is-missing');
  else frame.append(picture(image, alternative));
  return frame;
}

/** Returns the loaded pictures in an element by address, for reuse in new cards. */
export function loadedPictures(parent) {
  const loaded = [...parent.querySelectorAll('img')].filter((image) => image.naturalWidth > 0);
  return new Map(loaded.map((image) => [image.getAttribute('src'), image]));
}

/** Returns a picture's address, relative for this server: the browser may know it by another host name. */
export function pictureAddress(image) {
  const address = new URL(image.url.download, location.href);
  const isOurs = LOOPBACK_NAMES.has(address.hostname) && address.pathname.startsWith('/images/');
  return isOurs ? address.pathname : address.href;
}
