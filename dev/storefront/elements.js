/** Makes what the page shows. Data becomes text nodes and attributes, never markup. */

/** An element with properties and children; children that are texts become text nodes. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Text for screen readers alone. */
export function unseen(text) {
  return element('span', { className: 'visually-hidden' }, text);
}

/** An amount as the reader's language writes it. `options` are those of `Intl.NumberFormat`. */
export function formatPrice(amount, currency, options = {}) {
  try {
    return new Intl.NumberFormat(navigator.language, { style: 'currency', currency, ...options }).format(amount);
  } catch {
    // Not a currency that the browser can read: the amount is still worth showing.
    return `${amount} ${currency}`.trim();
  }
}
