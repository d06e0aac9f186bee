/** Small helpers for words: capitals, and handles made from names. */

/** The text with a capital first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Letters that have no decomposition into a plain letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' };

/** A URL-style name: small letters, digits and single hyphens only. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßøæœłđ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
