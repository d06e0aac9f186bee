/** Formats numbers and amounts, and folds texts for comparisons. */

/** Formats an amount in the browser's language. `options` are those of `Intl.NumberFormat`. */
export function formatPrice(amount, currency, options = {}) {
  try {
    return new Intl.NumberFormat(navigator.language, { style: 'currency', currency, ...options }).format(amount);
  } catch {
    // The browser doesn't know the currency. The amount is still worth showing.
    return `${amount} ${currency}`.trim();
  }
}

export const formatCount = (count) => count.toLocaleString(navigator.language);

/** Returns `1 product`, `1,234 products`. */
export const counted = (count, thing) => `${formatCount(count)} ${count === 1 ? thing : `${thing}s`}`;

/** Folds a text as the API does to compare values: without case and accents. */
export const folded = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The name of a product. The API returns an empty text for a missing title. */
export const nameOf = ({ title }) => title || 'Product without a title';
