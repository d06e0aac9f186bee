/** Stems: the form of a word in which products and queries compare. It need not be a real word. */

const MIN_PLURAL_LENGTH = 4;
/** `tvs`, `cds`: three consonants, except words that end so themselves (`10 pcs` are no computers). */
const ABBREVIATED_PLURAL = /^(?!cms|dns|dts|gps|mms|pcs|rms|sms|vhs)[bcdfghjklmnpqrtvwxz]{2}s$/;

/** Removes the ending of a regular plural in English, and of most in Spanish, Portuguese and French (S-stemmer, Harman 1991). */
export function stem(word: string): string {
  if (!word.endsWith('s')) return word;
  if (ABBREVIATED_PLURAL.test(word)) return word.slice(0, -1);
  if (word.length < MIN_PLURAL_LENGTH || /(?:ss|us|is|\d.*)$/.test(word)) return word;
  if (word.length > MIN_PLURAL_LENGTH && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|z|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
