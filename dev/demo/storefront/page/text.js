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

/** In other scripts, marks are part of a letter: ガ isn't カ. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** Folds a text like the API, which compares values without case and accents. */
export const folded = (text) =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(/[ßæœøłđı]/g, (letter) => LETTERS[letter]);

/** Elements within a word or a sentence. Others separate words. */
const INLINE = 'a, abbr, b, big, del, em, font, i, ins, mark, q, s, small, span, strike, strong, sub, sup, tt, u';

/** Returns the text of a description, which may be HTML, as a search shows it: without elements, with single spaces. */
export function textOfHtml(html) {
  if (!/[<&]/.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const unseen of body.querySelectorAll('script, style')) unseen.remove();
  for (const separating of body.querySelectorAll(`:not(${INLINE})`)) {
    separating.before(' ');
    separating.after(' ');
  }
  return body.textContent.replace(/\s+/g, ' ').trim();
}

/** The name of a product. The API returns an empty text for a missing title. */
export const nameOf = ({ title }) => title || 'Product without a title';
