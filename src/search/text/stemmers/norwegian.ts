/**
 * Stems of folded Norwegian words: Snowball's, with the changes of nouns in `-el`, `-er` and `-en` (`sykkel` and
 * `sykler`), plurals with another vowel, and the neuter of adjectives (`rødt`), which Snowball keeps.
 */
import { stemmer } from '@orama/stemmers/norwegian';
import { irregularForms } from './irregular-forms.ts';

/** Words whose forms have little in common, and those too short for Snowball. */
const IRREGULAR = irregularForms(`
  mann/menn/mennene fot/føtter/føttene tann/tenner/tennene hånd/hender/hendene kne/kneet/knær tre/treet/trær
  sko/skoen/skoene ski/skien/skiene skje/skjea/skjeen/skjeer/skjeene frø/frøet/frøene`);

/** Forms that Snowball doesn't know, and what they are to it. */
const FORMS: readonly [RegExp, string][] = [
  [/^(rod|hvit|gul|stor|brun|varm|myk|dyp|hoy|lav|mork)t$/, '$1'],
  [/^ty([kn])t$/, 'ty$1$1'],
  [/^(bla|gra)(?:tt|e)$/, '$1'],
  [/^gronn?[et]?$/, 'gronn'],
  [/(?<=...bar)[et]$/, ''],
  // `stripete` of `stripet`.
  [/(?<=...et)e$/, ''],
  [/(?<=[^aeiouy]u|blei)(?:er|en|ene|a)$/, 'e'],
  [/(?<=..en)(?:er|et|ene)$/, ''],
  [/(?<=..er)(?:en?|et)$/, ''],
  [/(?<=tallerk|lak)(?:n(?:er|et|ene)|enen)$/, 'en'],
  [/(?<=fil|me)tr(?:e|ene)$/, 'ter'],
  [/(?<=koffert)(?:er|en|ene)$/, ''],
  [/(?<=handkl)(?:aerne|aer|eet)$/, 'e'],
  [/(?<=kjede)r$/, ''],
  [/(?<=sofa)(?:er|en|ene)$/, ''],
  // Plurals of `stang` and `tang`, and of their compounds.
  [/(?<=st|(?<!s)t)eng(?:er|ene)$/, 'ang'],
  // The `s` of `hengelås` and `termos` isn't a genitive's.
  [/(?<=..las|termos)$/, 'e'],
  // A skirt (`skjørt`) is no shirt.
  [/skjort(?:et)?$/, 'skjoert'],
];
/** The end of `trådløs` isn't a genitive. */
const ADJECTIVE = /^(.{2,}los)[et]?$/;
/** A shirt (`skjorte`) keeps its vowel, because `skjort` is what a skirt is folded to. */
const SHIRT = /(?<=skjort)(?:a|e|er|en|ene)$/;
/** `sykkel` has two consonants where `sykler` has one. */
const FLEETING_VOWEL = /(?<=..)(?:([^aeiouy])\1|(?<=[^aeiouyj]))e(?=l$)/;
/** `kurs` has the stem of its genitive, so `kurser` has it, too. But `boks` (box) isn't the genitive of `bok` (book). */
const GENITIVE = /(?<=..(?:[^aeiouysk]|[^aeiouy]k))s$/;

export function stemNorwegian(word: string): string {
  const known = IRREGULAR.get(word) ?? ADJECTIVE.exec(word)?.[1];
  if (known !== undefined) return known;
  if (SHIRT.test(word)) return word.replace(SHIRT, 'e');
  const form = FORMS.reduce((text, [pattern, other]) => text.replace(pattern, other), word);
  return stemmer(form).replace(GENITIVE, '').replace(FLEETING_VOWEL, '$1');
}
