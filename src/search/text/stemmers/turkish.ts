/**
 * Stems of folded Turkish nouns. The Snowball stemmer needs dotted vowels, which shoppers leave out, and cuts `çanta`
 * (a bag) to `ça`. This stemmer removes plurals, and the possessive of `telefon kılıfı`.
 */

const PLURAL = /(?<=.{3})(?:lar|ler)$/;
/** `-sı` after a vowel, `-ı` after a consonant. */
const POSSESSIVE = /(?<=.{2}[aeou])s[iu]$|(?<=.{3}[^aeiou])[iu]$/;
/** A consonant that a following vowel softened. */
const HARD: Readonly<Record<string, string>> = { b: 'p', d: 't', g: 'k' };

export function stemTurkish(word: string): string {
  const singular = withoutPossessive(word).replace(PLURAL, '');
  return withoutPossessive(singular);
}

function withoutPossessive(word: string): string {
  const stem = word.replace(POSSESSIVE, '');
  const last = stem.at(-1) ?? '';
  return stem === word ? word : stem.slice(0, -1) + (HARD[last] ?? last);
}
