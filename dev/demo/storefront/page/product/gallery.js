/** The pictures of a product: a large one and, if there are several, a row of thumbnails. */
import { framedPicture, picture } from '../card/pictures.js';
import { element } from '../elements.js';
import { nameOf } from '../text.js';

/** Returns the gallery's `element`, and `choose(index)`, which selects the large picture. */
export function createGallery(product) {
  const { images } = product;
  const title = nameOf(product);
  const large = framedPicture(undefined, '');
  large.classList.add('gallery-large');
  const buttons = images.map((image, index) => thumbnail(image, `Picture ${index + 1} of ${images.length}`));
  const row = images.length > 1 ? [element('div', { className: 'thumbnails' }, ...buttons)] : [];

  function choose(index) {
    if (images[index] === undefined) return;
    large.classList.remove('is-missing');
    large.replaceChildren(picture(images[index], index === 0 ? title : `${title}, picture ${index + 1}`));
    for (const [place, button] of buttons.entries()) button.setAttribute('aria-pressed', String(place === index));
  }

  for (const [index, button] of buttons.entries()) button.addEventListener('click', () => choose(index));
  choose(0);
  return { element: element('div', { className: 'gallery' }, large, ...row), choose };
}

function thumbnail(image, name) {
  const button = element('button', { type: 'button', className: 'thumbnail' }, framedPicture(image, ''));
  button.setAttribute('aria-label', name);
  return button;
}
