/** Capitalisation, and handles for names. */

/** Capitalises the first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Letters that don't decompose into a base letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' };

/** Returns a handle: lower-case letters, digits and single hyphens. */
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
