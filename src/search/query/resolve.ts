/**
 * Resolves the tokens of a query against the words of the products that were found: each token to its stem, a misspelt one to
 * the nearest stem, the last one to a beginning. Ranking and highlights both match by what this gives. Pure functions.
 */
import { allowedErrors, nearestWord } from '../text/misspelling.ts';
import { stem } from '../text/stem.ts';
import { isUnspaced } from '../text/tokenize.ts';
import type { Wording } from './query.ts';

/** The stems of the products that were found. */
export interface Vocabulary {
  has(stem: string): boolean;
  hasBeginning(beginning: string): boolean;
  /** Those that begin with the same letter as the word: a misspelling keeps it. */
  withInitialOf(word: string): Iterable<string>;
}

export interface ResolvedTerm {
  readonly token: string;
  readonly stem: string;
  /** The stem that a misspelt token means. Null: the token is spelled right, or nothing is near. */
  readonly corrected: string | null;
  /** The beginning of the words that the last token may become, corrected as well. */
  readonly prefix: string | null;
  /** Whether the vocabulary has neither the stem nor anything near: only texts can tell what it means. */
  readonly isUnknown: boolean;
}

/** Tokens that follow one another, written as one word. */
export interface JoinedTerm {
  /** The index of the first, and the index after the last. */
  readonly from: number;
  readonly to: number;
  readonly stem: string;
}

export interface ResolvedQuery {
  /** One for each different token, in their order. */
  readonly terms: readonly ResolvedTerm[];
  readonly joined: readonly JoinedTerm[];
}

/** Has every stem: no term is misspelt. */
export const ANY_VOCABULARY: Vocabulary = { has: () => true, hasBeginning: () => true, withInitialOf: () => [] };

export function resolveQuery(
  { tokens, lastTermIsPrefix }: Pick<Wording, 'tokens' | 'lastTermIsPrefix'>,
  vocabulary: Vocabulary,
): ResolvedQuery {
  const distinct = [...new Set(tokens)];
  const last = lastTermIsPrefix ? tokens.at(-1) : undefined;
  return {
    terms: distinct.map((token) => resolveToken(token, token === last, vocabulary)),
    joined: [2, 3].flatMap((length) => joinTokens(distinct, length)),
  };
}

/** Resolves one token, which may be the beginning of a word. */
export function resolveToken(token: string, isPrefix: boolean, vocabulary: Vocabulary): ResolvedTerm {
  const stemmed = stem(token);
  const prefix = isPrefix ? token : null;
  const term = { token, stem: stemmed, corrected: null, prefix, isUnknown: false };
  if (isPrefix ? vocabulary.hasBeginning(stemmed) : vocabulary.has(stemmed)) return term;
  const near = [...vocabulary.withInitialOf(stemmed)];
  // What looks like a plural may be a word that lacks a letter (`wireles`).
  const corrected = nearestWord(stemmed, near, allowedErrors(token)) ?? nearestWord(token, near);
  if (corrected !== null) return { ...term, corrected };
  const beginnings = isPrefix ? near.map((each) => each.slice(0, token.length)) : [];
  const beginning = nearestWord(token, beginnings);
  return beginning === null ? { ...term, isUnknown: true } : { ...term, prefix: beginning };
}

function joinTokens(tokens: readonly string[], length: number): JoinedTerm[] {
  return tokens.slice(length - 1).flatMap((_last, from) => {
    const joined = tokens.slice(from, from + length);
    return joined.some(isUnspaced) ? [] : [{ from, to: from + length, stem: stem(joined.join('')) }];
  });
}
