/**
 * Stems of folded Finnish nouns and adjectives: without the most usual endings of cases and numbers and the vowels
 * before them, and with consonants in their weak grade. Snowball's rules need `ä` and `ö`, and leave the grades apart:
 * `paita` and `paidat`.
 */
import { irregularForms } from './irregular-forms.ts';

/** Words whose forms have little in common. */
const IRREGULAR = irregularForms(`
  mies/miehet/miehen/miehelle/miehille laps/lasten poik/pojat/pojan/pojalle/pojille`);

/** `punainen` and `punaiset`, `valkoista`. */
const NOUN_IN_NEN = /(?<=.[aeiouy])(?:nen|set|sten|sen|sia|sille|(?<=.[aou]i)sta)$/;
/** `sormus` and `sormukset`. */
const NOUN_IN_S = /(?<=..[uyo])ks(?:et|ia|en|ien|ille)$/;
/** `puhelin` and `puhelimet`. */
const NOUN_IN_IN = /(?<=..)im(?:et|ia|e?en|ien|[ei]lle)$/;
/** `saapas` and `saappaat`. */
const NOUN_IN_AS = /(?<=..)as$/;
/** `allas` and `altaat`, `vanne` and `vanteet`: the nominative is weak. */
const WEAK_NOMINATIVE = /(?:([lnr])\1as|(?<=..)([nr])\2e)$/;

/** `ruoka` and `vuoka` lose their `k` between vowels: `ruoan` and `ruuan`, `koiranruoat`. */
const FORM_OF_RUOKA = /([rv])u[ou]a(?:[nt]|l[lt][ae]|ss?t?a|ksi)$/;
/** So does `kiuas`, whose forms have one: `kiukaat`. */
const KIUAS = /kiuas(?:ta)?$/;

/** The `ta` of `paita` and `pöytä` isn't an ending, but that of `saappaita` is. */
const ENDING =
  /(?<=...)(?:(?<=[aeiouy])lle|(?<=aa|ee|ii|oo|uu|yy)seen|j?en|(?<=[aeiouy])ja|(?<=[aeiouy])(?<!(?<![mpr])pai|poy|lau|sau|soi|lai|rau|rai)t[ae]|[nt])$/;
const LAST_VOWELS = /(?<=..)[aeiouy]+$/;
const STRONG_GRADE = /([kpt])\1$/;
const WEAK_GRADES: readonly [RegExp, string][] = [
  [/ng$/, 'nk'],
  [/mm$/, 'mp'],
  [/rr$/, 'rt'],
  [/(?<=[aeiouyh])d$/, 't'],
  [/(?<=pa|lei|huo)v$/, 'p'],
  [/hk$/, 'h'],
];

export function stemFinnish(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (NOUN_IN_NEN.test(word)) return word.replace(NOUN_IN_NEN, 's');
  if (NOUN_IN_S.test(word)) return word.replace(NOUN_IN_S, 's');
  const nominative = word.replace(FORM_OF_RUOKA, '$1uoka').replace(KIUAS, 'kiukaa');
  const bare = nominative
    .replace(NOUN_IN_IN, 'in')
    .replace(WEAK_NOMINATIVE, '$1$2ta')
    .replace(NOUN_IN_AS, '')
    .replace(ENDING, '')
    .replace(LAST_VOWELS, '');
  const stem = bare.replace(STRONG_GRADE, '$1');
  return WEAK_GRADES.reduce((form, [weak, strong]) => form.replace(weak, strong), stem);
}
