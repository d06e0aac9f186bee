/** Spellings of a product's words that the engine doesn't find in its texts. Pure functions. */
import type { MappedDocument } from '../../src/search/index/document.ts';
import type { Analyzer } from '../../src/search/text/analyzer.ts';
import { BEYOND_ASCII, foldsOtherwise, HAS_NUMBER } from '../../src/search/text/fold.ts';
import { indexedPrefixes } from '../../src/search/text/prefixes.ts';
import { type ProductWords, tokenize, tokenizeAll } from '../../src/search/text/tokenize.ts';
import type { Identifiers } from './identifier-fields.ts';

/** The texts that searches find. */
export type SearchedTexts = Pick<
  MappedDocument,
  'title' | 'subtitle' | 'variants' | 'collections' | 'specifications' | 'description'
>;

const MAX_COMPOUND_ENDS = 100;

/** Returns the ends of the compounds in the most significant texts, each once. */
export const compoundEndsOf = (words: readonly string[], { compoundEnds }: Analyzer): readonly string[] =>
  compoundEnds === null ? [] : [...new Set(words.flatMap(compoundEnds))].slice(0, MAX_COMPOUND_ENDS);

const LATIN_WORD = /\p{Script=Latin}+/gu;

/** Returns the Latin words of the most significant texts, as written, that have letters beyond ASCII: `Tältsäng`. */
export const accentedWords = ({ title, subtitle, collections, variants }: SearchedTexts): readonly string[] =>
  [title, subtitle, ...collections, ...variants]
    .filter((text) => BEYOND_ASCII.test(text))
    .flatMap((text) => text.normalize('NFC').match(LATIN_WORD) ?? [])
    .filter((word) => BEYOND_ASCII.test(word));

const MAX_BEGINNINGS = 100;

/** Returns the beginnings of words in the most significant texts that the engine wouldn't find, each once. */
export function beginningsOf(texts: readonly ProductWords[], { stemPrefix }: Analyzer): readonly string[] {
  const written = texts.flatMap(({ text }) => indexedPrefixes(text));
  return [...new Set(written.flatMap((beginning) => [beginning, stemPrefix(beginning)]))].slice(0, MAX_BEGINNINGS);
}

/** Returns the identifiers that no text has as a word. Those with digits are matched by their numbers. */
export function unknownIdentifiers({ written, own }: Identifiers, words: ReadonlySet<string>): readonly string[] {
  const known = new Set(tokenizeAll(written).tokens);
  return own.filter((each) => !HAS_NUMBER.test(each) && !words.has(each) && !known.has(each));
}

/** Returns the words that the engine folds differently, as `strasse` for `Straße`. */
export function plainSpellings(searched: SearchedTexts): readonly string[] {
  const { title, subtitle, variants, collections, specifications, description } = searched;
  const texts = [title, subtitle, ...collections, ...variants, description, ...specifications];
  const words = texts.filter(foldsOtherwise).flatMap((text) => text.split(/\s+/).filter(foldsOtherwise));
  return words.flatMap(tokenize);
}
