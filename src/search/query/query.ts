/** A query as it was parsed: every later step reads this, and none reads the text again. */
import type { SynonymGroup } from '../rules/synonyms.ts';

/** One way to ask the engine: the shopper's own words, or these with synonyms in the place of some. */
export interface Wording {
  /** Words and phrases, in their order. */
  readonly terms: readonly QueryTerm[];
  /** Words and phrases that must not occur. */
  readonly excluded: readonly ExcludedTerm[];
  /** Those of them that look like identifiers, without separators. */
  readonly excludedIdentifiers: readonly string[];
  /** Whether the last term may be the beginning of a word. */
  readonly lastTermIsPrefix: boolean;
  /** The tokens of all terms, in their order. */
  readonly tokens: readonly string[];
  /** Those of them that are stop words, beside others that aren't. */
  readonly stopWords: ReadonlySet<string>;
  /** The tokens of each phrase. */
  readonly phrases: readonly (readonly string[])[];
  /** The whole query without separators, where that could be an identifier, its beginning or its end. */
  readonly identifier: string | null;
  /** Whether the query can be nothing but an identifier. */
  readonly isIdentifier: boolean;
  /** The terms that look like identifiers, in a query that is not one as a whole. */
  readonly identifierTerms: readonly IdentifierTerm[];
}

export interface Query extends Wording {
  /** In which the query was parsed, see `text/analyzer.ts`. */
  readonly language: string;
  readonly synonyms: readonly SynonymGroup[];
  /** The query with synonyms in the place of its own words: each costs the engine a search. */
  readonly variants: readonly Wording[];
  /** Ids of products that come first, in this order. */
  readonly pinned: readonly string[];
  /** Ids of products that are left out. */
  readonly hidden: ReadonlySet<string>;
}

export interface QueryTerm {
  /** As the shopper typed it; a phrase has its quotes. */
  readonly typed: string;
  readonly tokens: readonly QueryToken[];
  /** Whether all its words are stop words, and the query has others. */
  readonly isStopWord: boolean;
}

export type ExcludedTerm = Omit<QueryTerm, 'isStopWord'>;

export interface QueryToken {
  /** Folded. */
  readonly token: string;
  readonly stem: string;
}

export interface IdentifierTerm {
  /** Without separators. */
  readonly key: string;
  readonly tokens: readonly string[];
  readonly isPrefix: boolean;
}

export const isPhrase = (typed: string): boolean => typed.startsWith('"');

/** The engine ignores further words. */
export const MAX_ENGINE_WORDS = 10;

/** The terms without stop words. */
export const tellingTerms = (terms: readonly QueryTerm[]): readonly QueryTerm[] =>
  terms.filter(({ isStopWord }) => !isStopWord);

export const countWords = (terms: readonly QueryTerm[]): number =>
  terms.reduce((sum, { tokens }) => sum + tokens.length, 0);

/** Whether the engine would ignore terms that aren't stop words, unless some are left out. */
export const exceedsEngineWords = (terms: readonly QueryTerm[]): boolean =>
  terms.length > 1 && countWords(tellingTerms(terms)) > MAX_ENGINE_WORDS;
