/** Numbers, amounts and texts as the page writes and compares them. */

/** An amount as the reader's language writes it. `options` are those of `Intl.NumberFormat`. */
export function formatPrice(amount, currency, options = {}) {
  try {
    return new Intl.NumberFormat(navigator.language, { style: 'currency', currency, ...options }).format(amount);
  } catch {
    // Not a currency that the browser can read: the amount is still worth showing.
    return `${amount} ${currency}`.trim();
  }
}

export const formatCount = (count) => count.toLocaleString(navigator.language);

/** `1 product`, `1,234 products`. */
export const counted = (count, thing) => `${formatCount(count)} ${count === 1 ? thing : `${thing}s`}`;

/** The form in which the API compares values: without case and accents. */
export const folded = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** What a product is called; the API has an empty text for a title that is missing. */
export const nameOf = ({ title }) => title || 'Product without a title';
