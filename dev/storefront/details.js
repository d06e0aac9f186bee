/** The dialog with what is known of one product: the whole of it, or the reduced form that a search gives. */
import { facts, picture } from './cards.js';
import { element } from './elements.js';
import { createMarker, marked, matchLine, titleMatch } from './matches.js';
import { UNNAMED } from './wording.js';

/** A title of more characters is set smaller. */
const LONG_TITLE = 90;

/** Shows a product in the dialog. `matches` are the texts by which a search found it. */
export function showDetails(dialog, product, matches) {
  const close = element('button', { type: 'button', className: 'round-button details-close' }, '×');
  close.setAttribute('aria-label', 'Close');
  close.addEventListener('click', () => dialog.close());
  dialog.dataset.product = product.id;
  dialog.replaceChildren(close, gallery(product), textOf(product, matches));
  dialog.showModal();
  dialog.scrollTop = 0;
}

/** Puts the whole product in the place of the reduced form, where the open dialog still shows this product. */
export function completeDetails(dialog, product, matches) {
  if (!dialog.open || dialog.dataset.product !== product.id) return;
  dialog.querySelector('.details-text').replaceWith(textOf(product, matches));
}

function textOf(product, matches) {
  const name = product.title || UNNAMED;
  const title = marked(name, titleMatch(product, matches)?.highlights);
  const marker = createMarker(matches);
  return element(
    'div',
    { className: 'details-text' },
    element('h2', { id: 'details-title', className: name.length > LONG_TITLE ? 'is-long' : '' }, ...title),
    ...paragraph('details-subtitle', product.subtitle, marker),
    facts(product),
    ...paragraph('details-description', product.description, marker),
    ...variants(product.variants ?? [], marker),
    ...specifications(product.specifications ?? {}, marker),
    ...found(marker.others()),
  );
}

/** Brings an open dialog's price and stock up to date, where it shows this product; all else stays as it is being read. */
export function refreshDetails(dialog, product) {
  if (!dialog.open || dialog.dataset.product !== product.id) return;
  const now = facts(product);
  const shown = dialog.querySelector('.card-facts');
  if (shown.textContent === now.textContent) return;
  now.classList.add('is-changed');
  shown.replaceWith(now);
}

function paragraph(className, text, marker) {
  return text ? [element('p', { className }, ...marker.mark(text))] : [];
}

/** One picture large; where there are more, a row of small ones to choose it from. */
function gallery({ images, title: given }) {
  const title = given || UNNAMED;
  if (images.length === 0) {
    return element('div', { className: 'gallery' }, element('div', { className: 'card-picture is-missing' }));
  }
  const large = element('div', { className: 'card-picture' });
  const buttons = images.map((image, index) => thumbnail(image, `Picture ${index + 1} of ${images.length}`));
  function choose(index) {
    large.classList.remove('is-missing');
    large.replaceChildren(picture(images[index], index === 0 ? title : `${title}, picture ${index + 1}`));
    for (const [place, button] of buttons.entries()) button.setAttribute('aria-pressed', String(place === index));
  }
  for (const [index, button] of buttons.entries()) button.addEventListener('click', () => choose(index));
  choose(0);
  const row = images.length > 1 ? [element('div', { className: 'thumbnails' }, ...buttons)] : [];
  return element('div', { className: 'gallery' }, large, ...row);
}

function thumbnail(image, name) {
  const frame = element('span', { className: 'card-picture' }, picture(image, ''));
  const button = element('button', { type: 'button', className: 'thumbnail' }, frame);
  button.setAttribute('aria-label', name);
  return button;
}

function variants(list, marker) {
  const keys = [...new Set(list.map((variant) => variant.key))];
  return keys.map((key) => {
    const values = list.filter((variant) => variant.key === key);
    const items = values.map(({ value }) => element('li', {}, ...marker.mark(value, `${key}: `)));
    return element('div', { className: 'variants' }, element('h3', {}, key), element('ul', {}, ...items));
  });
}

function specifications(table, marker) {
  const rows = Object.entries(table).map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, ...marker.mark(value, `${name}: `))),
  );
  return rows.length === 0 ? [] : [element('h3', {}, 'Specifications'), element('dl', {}, ...rows)];
}

/** The texts that the product was found by and that are not shown with their marks already. */
function found(matches) {
  const lines = matches.map(matchLine);
  return lines.length === 0 ? [] : [element('h3', {}, 'Matches your search'), ...lines];
}
