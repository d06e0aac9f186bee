/**
 * The known stems near a token that no product has as it is: misspelt, in a misspelt form, or with an ending that is
 * being typed. Pure functions.
 */
import type { QueryToken } from '../query/query.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { allowedErrors, nearestToShortWord, nearestWord, wordsOneErrorAway } from '../text/misspelling.ts';
import { isUnspaced } from '../text/segment.ts';

/** The maximum length of an ending that a stem lacks, and the minimum length of a stem. */
const MAX_ENDING_LENGTH = 3;
const MIN_STEM_LENGTH = 3;
const HAS_DIGIT = /\p{N}/u;

/** The stem that a misspelt token means; null if none of these is near. */
export const nearestStem = (
  { token, stem }: Pick<QueryToken, 'token' | 'stem'>,
  stems: readonly string[],
): string | null =>
  // What looks like an ending may be the end of a word that lacks a letter (`cordles`). A letter of kana is a syllable.
  nearestWord(token, stems) ??
  nearestWord(stem, stems, allowedErrors(isUnspaced(stem) ? stem : token)) ??
  nearestToShortWord(token, stems);

/** A shorter word is easily another one without its ending. */
const MIN_LENGTH_WITH_ENDING = 6;
/** Some fifty words per letter are one error away, and each is stemmed: a word of 1,500 letters would take seconds. */
const MAX_STEMMED_LENGTH = 30;

/**
 * The first stem of which some form is the token with one letter more, less or other, or with two exchanged: `tondeux` for
 * `tondese`, because that is the stem of `tondeuse`. An error may hide an ending from the stemmer. Null if there is none.
 */
export function stemOfMisspeltForm(
  token: string,
  stems: readonly string[],
  { stem }: Pick<Analyzer, 'stem'>,
): string | null {
  if (stems.length === 0 || allowedErrors(token) === 0 || token.length > MAX_STEMMED_LENGTH) return null;
  const words = wordsOneErrorAway(token, alphabetOf(token)).filter(({ length }) => length >= MIN_LENGTH_WITH_ENDING);
  const meant = new Set(words.map(stem));
  return stems.find((known) => known.length >= MIN_STEM_LENGTH && meant.has(known)) ?? null;
}

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ', 'αβγδεζηθικλμνξοπρστυφχψω'];

const alphabetOf = (token: string): string => ALPHABETS.find((alphabet) => alphabet.includes(token.slice(-1))) ?? '';

/**
 * The known stem of a word that needs one more letter, if that makes the end of the token an ending: `kablo` of `kablos`,
 * because `kablosu` is a form of it. No letter makes `head` of `headp`. Or of a word whose usual ending is being typed:
 * `decor` of `decora`, because `decoration` is a form of it. Null if there is none.
 */
export function stemOfInflected(
  token: string,
  vocabulary: { has(stem: string): boolean },
  { stem, endings }: Pick<Analyzer, 'stem' | 'endings'>,
): string | null {
  if (token.length > MAX_STEMMED_LENGTH) return null;
  const withLetter = Array.from(alphabetOf(token), (letter) => stem(token + letter)).filter((shorter) =>
    token.startsWith(shorter),
  );
  const withEnding = endings.flatMap((ending) => withRestOf(ending, token)).map(stem);
  const own = stem(token);
  const stems = new Set([...withLetter, ...withEnding]);
  const isOther = (each: string) => each.length >= MIN_STEM_LENGTH && each !== own && !each.startsWith(token);
  return [...stems].find((each) => isOther(each) && vocabulary.has(each)) ?? null;
}

/** The words that a token becomes if it ends with the beginning of this ending: `decoration` for `decora`. */
const withRestOf = (ending: string, token: string): readonly string[] =>
  Array.from(ending.slice(1), (_letter, index) => index + 1)
    .filter((begun) => token.endsWith(ending.slice(0, begun)) && token.length - begun >= MIN_STEM_LENGTH)
    .map((begun) => token + ending.slice(begun));

/**
 * The longest stem of a word whose ending is being typed: `run` of `runni`; null if there is none. Digits are no ending:
 * `iphone15` is another model than `iphone`.
 */
export function stemOfUnfinished(token: string, stems: readonly string[]): string | null {
  const least = Math.max(MIN_STEM_LENGTH, token.length - MAX_ENDING_LENGTH);
  const begun = stems.filter(
    (stem) => stem.length >= least && token.startsWith(stem) && !HAS_DIGIT.test(token.slice(stem.length)),
  );
  return begun.toSorted((one, other) => other.length - one.length)[0] ?? null;
}
