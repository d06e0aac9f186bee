/**
 * Stems of folded Turkish nouns. The Snowball stemmer needs dotted vowels, which shoppers leave out, and cuts `çanta`
 * (a bag) to `ça`. This stemmer removes plurals, and the possessive of `telefon kılıfı`.
 */

const PLURAL = /(?<=.{3})(?:lar|ler)$/;
/**
 * `-sı` after a vowel, as in `çantası` and `ayakkabısı`. `kumaş` ends so itself, so it loses its `ş` as `kumaşı` does.
 * After `i` that is left to the few words here, such as `dikiş`. `Elmas` is no apple, and `kablos` becomes `kablosuz`.
 */
const AFTER_VOWEL =
  /(?<=.{2}(?:[ae]|(?<!serv|korn|dik|nak|gir|cik|of|ten|yem|ver)i))si$|(?<=.{2}[ou])su$|(?<=.{2}[aeou])(?<!^elma|^kablo)s$/;
/** `-ı` after a consonant. In short words, only the vowel that follows: `kolu` is a form of `kol`, but `koli` is none. */
const AFTER_CONSONANT = /(?<=.{3}[^aeiou])[iu]$|(?<=[^aeiou][aei][^aeiou])i$|(?<=[^aeiou][ou][^aeiou])u$/;
/** Nouns that only look so beside `kap`, `kış` and `yaz`. */
const WITHOUT_ENDING = new Set(['kapi', 'kisi', 'yazi']);
/** A consonant that a following vowel softened. No form of `yağ` has a `k`, but `yağı` looks like one of `yak`. */
const HARD: Readonly<Record<string, string>> = { b: 'p', d: 't', g: 'k' };

export function stemTurkish(word: string): string {
  let stem = word;
  let longer = '';
  while (stem !== longer) {
    longer = stem;
    stem = withoutPossessive(stem).replace(PLURAL, '');
  }
  return stem.replace(/g$/, 'k');
}

function withoutPossessive(word: string): string {
  const possessed = word.replace(AFTER_VOWEL, '');
  if (WITHOUT_ENDING.has(possessed)) return possessed;
  const stem = possessed.replace(AFTER_CONSONANT, '');
  const last = stem.at(-1) ?? '';
  return stem === possessed ? stem : stem.slice(0, -1) + (HARD[last] ?? last);
}
