/** The dialog with what is known of one product: the whole of it, or the reduced form that a search gives. */
import { facts, picture } from './cards.js';
import { element } from './elements.js';
import { marked, matchLine, titleMatch } from './matches.js';
import { UNNAMED } from './wording.js';

/** A title of more characters is set smaller. */
const LONG_TITLE = 90;

/** Shows a product in the dialog. `matches` are the texts by which a search found it. */
export function showDetails(dialog, product, matches) {
  const close = element('button', { type: 'button', className: 'round-button details-close' }, '×');
  close.setAttribute('aria-label', 'Close');
  close.addEventListener('click', () => dialog.close());
  const name = product.title || UNNAMED;
  const title = marked(name, titleMatch(product, matches)?.highlights);
  const text = element(
    'div',
    { className: 'details-text' },
    element('h2', { id: 'details-title', className: name.length > LONG_TITLE ? 'is-long' : '' }, ...title),
    ...paragraph('details-subtitle', product.subtitle),
    facts(product),
    ...paragraph('details-description', product.description),
    ...variants(product.variants ?? []),
    ...specifications(product.specifications ?? {}),
    ...found(matches),
  );
  dialog.dataset.product = product.id;
  dialog.replaceChildren(close, gallery(product), text);
  dialog.showModal();
  dialog.scrollTop = 0;
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

function paragraph(className, text) {
  return text ? [element('p', { className }, text)] : [];
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

function variants(list) {
  const keys = [...new Set(list.map((variant) => variant.key))];
  return keys.map((key) => {
    const values = list.filter((variant) => variant.key === key);
    const items = values.map(({ value }) => element('li', {}, value));
    return element('div', { className: 'variants' }, element('h3', {}, key), element('ul', {}, ...items));
  });
}

function specifications(table) {
  const rows = Object.entries(table).map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value)),
  );
  return rows.length === 0 ? [] : [element('h3', {}, 'Specifications'), element('dl', {}, ...rows)];
}

/** The texts that the product was found by, each once; the title is shown with its marks already. */
function found(matches) {
  const others = matches.filter((match) => match.type !== 'title');
  const lines = [...new Map(others.map((match) => [match.text, match])).values()].map(matchLine);
  return lines.length === 0 ? [] : [element('h3', {}, 'Matches your search'), ...lines];
}
