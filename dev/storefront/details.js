/** The dialog with what is known of one product: the whole of it, or the reduced form that a search gives. */
import { facts, picture } from './cards.js';
import { element } from './elements.js';
import { marked, matchLine, titleMatch } from './matches.js';
import { UNNAMED } from './wording.js';

/** Shows a product in the dialog. `matches` are the texts by which a search found it. */
export function showDetails(dialog, product, matches) {
  const close = element('button', { type: 'button', className: 'details-close' }, '×');
  close.setAttribute('aria-label', 'Close');
  close.addEventListener('click', () => dialog.close());
  const title = marked(product.title || UNNAMED, titleMatch(product, matches)?.highlights);
  const text = element(
    'div',
    { className: 'details-text' },
    element('h2', { id: 'details-title' }, ...title),
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

function gallery({ images, title: given }) {
  const title = given || UNNAMED;
  const frames = images.map((image, index) => {
    const alternative = index === 0 ? title : `${title}, picture ${index + 1}`;
    return element('div', { className: 'card-picture' }, picture(image, alternative));
  });
  const shown = frames.length > 0 ? frames : [element('div', { className: 'card-picture is-missing' })];
  return element('div', { className: 'gallery' }, ...shown);
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

/** The texts that the product was found by; the title is shown with its marks already. */
function found(matches) {
  const lines = matches.filter((match) => match.type !== 'title').map(matchLine);
  return lines.length === 0 ? [] : [element('h3', {}, 'Found by'), ...lines];
}
