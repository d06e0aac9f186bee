/**
 * Resolves the tokens of a query against the vocabulary of the retrieved products: each token to its stem, a misspelt
 * token to the nearest stem, and the last token to a prefix. Ranking and highlights both match by the result. Pure
 * functions.
 */
import { distinctTokens, prefixToken, type QueryToken, type Wording } from '../query/query.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { hangulPrefixes, isHangul } from '../text/hangul.ts';
import { withoutTone } from '../text/marked-words.ts';
import { allowedErrors, nearestWord } from '../text/misspelling.ts';
import { type JoinedTokens, joinedPrefix, joinNeighbours, joinReversed } from './join.ts';
import { nearestStem, stemOfInflected, stemOfMisspeltForm, stemOfUnfinished } from './near-stems.ts';
import { beginningsInOtherLetters } from './other-letters.ts';

/** The stems of the retrieved products. */
export interface Vocabulary {
  has(stem: string): boolean;
  hasPrefix(prefix: string): boolean;
  /** The stems that begin so, without those that are only keys of specifications and variants. */
  stemsWithPrefix(prefix: string): Iterable<string>;
}

export interface ResolvedToken {
  readonly token: string;
  readonly stem: string;
  /** See `QueryToken`. Null also if the vocabulary has neither this nor `markedPrefix`: then the marks mean nothing. */
  readonly marked: string | null;
  /** The beginning of the stems with marks that the last token stands for; null if it is whole, or without marks. */
  readonly markedPrefix: string | null;
  /** Whether it is a stop word beside other words: it counts little. */
  readonly isStopWord: boolean;
  /** The stem that a misspelt token means; null if the token is spelt right, or if no stem is near. */
  readonly corrected: string | null;
  /**
   * The prefixes that the last token stands for: itself and, where stems begin differently, the stem's and those of
   * `prefixesInOtherLetters`. Of a misspelt prefix, only the corrected one. Empty if the token is whole.
   */
  readonly prefixes: readonly string[];
  /**
   * The stem of which the last token may become a form: `kablo` of `kablos`, as `kablosu` is one in Turkish. Null unless
   * the vocabulary has this stem, and the token or longer words that begin as typed.
   */
  readonly inflectedStem: string | null;
  /** Whether the vocabulary has the stem. */
  readonly hasStem: boolean;
  /** Whether nothing shows what the token means. */
  readonly isUnresolved: boolean;
}

/** Whether another word or another beginning is meant than the token. */
export const isMisspelt = ({ token, corrected, prefixes }: ResolvedToken): boolean =>
  corrected !== null || (prefixes.length > 0 && prefixes[0] !== token);

/** The stem that a token means. */
export const correctedStem = ({ stem, corrected }: Pick<ResolvedToken, 'stem' | 'corrected'>): string =>
  corrected ?? stem;

export interface ResolvedQuery {
  /** The language of the stems. */
  readonly language: string;
  /** One for each different token, in order. */
  readonly tokens: readonly ResolvedToken[];
  readonly joined: readonly JoinedTokens[];
  readonly meanings: readonly WordMeaning[];
}

/** What a word means if no product has it, or if it is one word with its neighbour. */
export interface WordMeaning {
  readonly token: string;
  readonly stem: string;
  /**
   * `words`: several words, such as a name and its number. `joined`: the word that it is together with its neighbour.
   * `name`: the word in other letters, mostly a name. `part`: of a compound.
   */
  readonly kind: 'words' | 'joined' | 'name' | 'part';
  /** The stems that it means, in their order. */
  readonly meant: readonly string[];
}

export function resolveQuery(
  wording: Pick<Wording, 'terms' | 'lastTermIsPrefix'>,
  vocabulary: Vocabulary,
  analyzer: Analyzer,
): ResolvedQuery {
  const tokens = distinctTokens(wording.terms);
  const words = tokens.map(({ token }) => token);
  const last = prefixToken(wording)?.token;
  const prefix = joinedPrefix(wording);
  return {
    language: analyzer.language,
    tokens: tokens.map((each) => resolveToken(each, each.token === last, vocabulary, analyzer)),
    joined: [
      ...[2, 3].flatMap((length) => joinNeighbours(words, length, analyzer, prefix)),
      ...joinReversed(words, analyzer),
    ],
    meanings: [],
  };
}

/** A resolved query of words that are stems of the language already, and spelt right. */
export function resolvedStems(stems: readonly string[], { language }: Analyzer): ResolvedQuery {
  const tokens = stems.map((stem) => ({
    token: stem,
    stem,
    marked: null,
    markedPrefix: null,
    corrected: null,
    prefixes: [],
    inflectedStem: null,
    hasStem: true,
    isUnresolved: false,
    isStopWord: false,
  }));
  return { language, tokens, joined: [], meanings: [] };
}

/** Resolves one token, which may be the beginning of a word. */
function resolveToken(
  { token, marked: typed, isStopWord }: Pick<QueryToken, 'token' | 'marked' | 'isStopWord'>,
  isPrefix: boolean,
  vocabulary: Vocabulary,
  analyzer: Analyzer,
): ResolvedToken {
  const stemmed = analyzer.stem(token);
  const prefixes = isPrefix ? [...new Set([token, analyzer.stemPrefix(token)])] : [];
  const hasStem = vocabulary.has(stemmed);
  const asTyped = { corrected: null, prefixes, inflectedStem: null, isUnresolved: false };
  const resolved = {
    token,
    stem: stemmed,
    ...resolveMarks(typed, isPrefix, vocabulary),
    isStopWord,
    hasStem,
    ...asTyped,
  };
  const inflectedStem = isPrefix ? stemOfInflected(token, vocabulary, analyzer) : null;
  if (hasStem || prefixes.some(vocabulary.hasPrefix)) return { ...resolved, inflectedStem };
  const begun = isPrefix ? prefixesInOtherLetters(token, vocabulary, analyzer) : [];
  if (begun.length > 0) return { ...resolved, prefixes: [token, ...begun] };
  // A misspelling keeps the first letter.
  const near = [...vocabulary.stemsWithPrefix(stemmed.charAt(0))];
  const corrected = nearestStem(resolved, near) ?? stemOfMisspeltForm(token, near, analyzer);
  // A product also has the spelling of a stem. `decorat` begins a form of `decor`, so it is no misspelt `decora`.
  if (corrected !== null) return { ...resolved, corrected: analyzer.stemPrefix(inflectedStem ?? corrected) };
  // After the misspellings: `cofee` is not the beginning of a form of `cof`, which is a part of some SKU.
  const unfinished = isPrefix ? stemOfUnfinished(token, near) : null;
  if (unfinished !== null) return { ...resolved, corrected: analyzer.stemPrefix(unfinished) };
  const nearBegun = isPrefix ? near.map((each) => each.slice(0, token.length).replace(HALF_A_LETTER, '')) : [];
  // With two errors, `fietsslot` would be the beginning of `fietsstoel`.
  const prefix = nearestWord(token, nearBegun, Math.min(1, allowedErrors(token)));
  return prefix === null ? { ...resolved, isUnresolved: true } : { ...resolved, prefixes: [prefix] };
}

/** The end of a text that was cut within a letter of two UTF-16 units. */
const HALF_A_LETTER = /\p{Surrogate}$/u;

/** The tone is often typed last, so `đe` and `đè` are beginnings of `đèn`. */
function resolveMarks(
  typed: string | null,
  isPrefix: boolean,
  vocabulary: Vocabulary,
): Pick<ResolvedToken, 'marked' | 'markedPrefix'> {
  if (typed === null) return { marked: null, markedPrefix: null };
  if (vocabulary.has(typed)) return { marked: typed, markedPrefix: isPrefix ? typed : null };
  const begun = withoutTone(typed);
  const isBegun = isPrefix && vocabulary.hasPrefix(begun);
  return isBegun ? { marked: typed, markedPrefix: begun } : { marked: null, markedPrefix: null };
}

/**
 * The beginnings of known stems that an unfinished word may become in other letters: in Hangul, because the last syllable
 * may become another one, and otherwise only the likeliest, as of `παπούτσια` for `papo`.
 */
function prefixesInOtherLetters(token: string, vocabulary: Vocabulary, analyzer: Analyzer): readonly string[] {
  if (!isHangul(token)) return beginningsInOtherLetters(token, analyzer).filter(vocabulary.hasPrefix).slice(0, 1);
  const prefix = analyzer.stemPrefix(token);
  return hangulPrefixes(prefix, vocabulary.stemsWithPrefix(prefix.slice(0, -1)));
}
