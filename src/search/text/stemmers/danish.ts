/**
 * Stems of folded Danish words: Snowball's, with the changes of nouns in `-el` and `-en` (`gaffel` and `gafler`), plurals
 * with another vowel, and forms of adjectives (`rødt`, `stribede`), which Snowball keeps.
 */
import { stemmer } from '@orama/stemmers/danish';
import { irregularForms } from './irregular-forms.ts';

/** Words whose forms have little in common, and those too short for Snowball. */
const IRREGULAR = irregularForms(`
  barn/børn/børnene mand/mænd/mændene tand/tænder/tænderne hånd/hænder/hænderne
  sko/skoen/skoene ske/skeen/skeer/skeerne ble/bleen/bleer/bleerne frø/frøet/frøene ur/ure/uret/urene lagen/lagenet/lagner`);

/** Forms that Snowball doesn't know, and what they are to it. */
const FORMS: readonly [RegExp, string][] = [
  [/^(rod|hvid|gul|gron|stor|bla|gra|brun|varm|blod|dyb|hoj|lav|mork|rund|digital)t$/, '$1'],
  [/^tykt$/, 'tyk'],
  [/^gronne$/, 'gron'],
  [/(?<=...bar)t$/, ''],
  // `stribede` of `stribet`.
  [/(?<=..[^a](?<!bill|br))ede$/, 'et'],
  [/(?<=[^aeiouy]u)(?:er|en|erne)$/, 'e'],
  [/(?<=..en)(?:er|et)$/, ''],
  [/(?<=tallerk|lag)(?:n(?:er|erne)|enen)$/, 'en'],
  [/(?<=aer)er(?:e|en|ne)?$/, ''],
  // Nouns whose end Snowball takes for an article or a genitive.
  [/(?<=(?:servi|kask|tabl|toil|bill|etik|pinc|cigar|manch))ett(?:er|en|et|erne)$/, 'et'],
  [/(?<=..(?:s|br)aet)$/, 'te'],
  [/(?<=..a)s$/, 'se'],
  // Plurals of `stang` and `tang`, and of their compounds.
  [/(?<=t)aeng(?:er|erne)$/, 'ang'],
];
/** The end of `trådløs` and `vandtæt` isn't that of another form. */
const ADJECTIVE = /^(.{2,}(?:los|taet))(?:e|t|te)?$/;
/**
 * `gaffel` has two consonants where `gafler` has one. No form ends with two: `pendell` is the beginning of
 * `pendellampe`.
 */
const UNFINISHED = /ell$/;
const FLEETING_VOWEL = /(?<=..)(?:([^aeiouy])\1|(?<=[^aeiouyj]))e(?=l$)/;
/** `spids` has the stem of its genitive, so `spidser` has it, too. */
const GENITIVE = /(?<=..[^aeiouys])s$/;

export function stemDanish(word: string): string {
  const known = IRREGULAR.get(word) ?? ADJECTIVE.exec(word)?.[1];
  if (known !== undefined) return known;
  const form = FORMS.reduce((text, [pattern, other]) => text.replace(pattern, other), word);
  const stem = stemmer(form).replace(GENITIVE, '');
  return UNFINISHED.test(word) ? stem : stem.replace(FLEETING_VOWEL, '$1');
}
