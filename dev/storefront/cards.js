/** Builds what the page shows of a product. Data becomes text nodes and attributes, never markup. */

/** What a match's type is called on the page. */
const MATCH_NAMES = {
  subtitle: 'Subtitle',
  barcode: 'Barcode',
  sku: 'Article number',
  variant: 'Variant',
  specification: 'Specification',
  collection: 'Collection',
  description: 'Description',
};
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An element with properties and children; children that are texts become text nodes. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A card of the grid for one item of an answer. `pictures` holds pictures that are already loaded, by address. */
export function card(item, query, pictures) {
  const { product, matches } = item;
  const id = `card-${product.id}`;
  const title = matches.find((match) => match.type === 'title' && match.text === product.title);
  const open = element('button', { type: 'button', className: 'card-open', tabIndex: -1 });
  open.append(...marked(product.title, title?.highlights));
  open.setAttribute('aria-describedby', `${id}-facts`);
  const facts = element('div', { className: 'card-facts', id: `${id}-facts` }, price(product), stock(product));
  const elsewhere = matchElsewhere(matches, title, query);
  const body = element(
    'div',
    { className: 'card-body' },
    element('h2', { className: 'card-title' }, open),
    ...elsewhere,
    facts,
  );
  return element('li', {}, element('article', { className: 'card' }, cardPicture(product, pictures), body));
}

/** The text with its matched ranges in `<mark>`. Ranges that overlap or lie outside are cut to what makes sense. */
export function marked(text, highlights = []) {
  const nodes = [];
  let end = 0;
  for (const { start, length } of [...highlights].sort((one, other) => one.start - other.start)) {
    const from = Math.max(start, end);
    const to = Math.min(start + length, text.length);
    if (from < to) {
      nodes.push(text.slice(end, from), element('mark', {}, text.slice(from, to)));
      end = to;
    }
  }
  return [...nodes, text.slice(end)];
}

/** A match that is not the title's, as a line: what kind of text it is, and the text with its marks. */
export function matchLine(match) {
  const name = element('span', { className: 'match-name' }, `${MATCH_NAMES[match.type] ?? match.type}: `);
  return element('p', { className: 'match' }, name, ...marked(match.text, match.highlights));
}

export function price({ price: amount, currency }) {
  return element('span', { className: 'price' }, formatPrice(amount, currency));
}

export function stock({ quantity }) {
  const available = quantity > 0;
  return element('span', { className: available ? 'stock' : 'stock is-sold-out' }, available ? 'In stock' : 'Sold out');
}

/** A picture that gives way to a placeholder when it cannot be loaded. */
export function picture(image, alternative) {
  const made = element('img', { alt: alternative, width: 600, height: 600, decoding: 'async' });
  made.addEventListener('error', () => made.parentElement?.classList.add('is-missing'));
  made.src = pictureAddress(image);
  return made;
}

/** The address of a picture; those of this server are asked for under the name that the browser knows it by. */
export function pictureAddress(image) {
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

/** The best match outside the title, where the title alone does not show why the product was found. */
function matchElsewhere(matches, title, query) {
  const words = query.split(/\s+/).filter(Boolean).length;
  if ((title?.highlights?.length ?? 0) >= words) {
    return [];
  }
  const best = matches.find((match) => match.type !== 'title');
  return best === undefined ? [] : [matchLine(best)];
}

function formatPrice(amount, currency) {
  try {
    return new Intl.NumberFormat(navigator.language, { style: 'currency', currency }).format(amount);
  } catch {
    // Not a currency that the browser can read: the amount is still worth showing.
    return `${amount} ${currency}`;
  }
}
