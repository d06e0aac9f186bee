/** Fills the dialog with what is known of one product: the whole of it, or the reduced form that a search gives. */
import { element, matchLine, picture, price, stock } from './cards.js';

/** Shows a product in the dialog. `matches` are the texts by which a search found it. */
export function showDetails(dialog, product, matches) {
  const close = element('button', { type: 'button', className: 'details-close' }, '×');
  close.setAttribute('aria-label', 'Close');
  close.addEventListener('click', () => dialog.close());
  const text = element(
    'div',
    { className: 'details-text' },
    element('h2', { id: 'details-title' }, product.title),
    ...paragraph('details-subtitle', product.subtitle),
    element('div', { className: 'card-facts' }, price(product), stock(product)),
    ...paragraph('details-description', product.description),
    ...variants(product.variants ?? []),
    ...specifications(product.specifications ?? {}),
    ...found(product, matches),
  );
  dialog.replaceChildren(close, gallery(product), text);
  dialog.showModal();
  dialog.scrollTop = 0;
}

function paragraph(className, text) {
  return text ? [element('p', { className }, text)] : [];
}

function gallery({ images, title }) {
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

/** Where a reduced product is all there is, the texts it was found by say more about it. */
function found({ description }, matches) {
  const lines = matches.filter((match) => match.type !== 'title').map(matchLine);
  return description !== undefined || lines.length === 0 ? [] : [element('h3', {}, 'Found by'), ...lines];
}
