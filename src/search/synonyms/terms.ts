/** The terms of synonyms, those of a merchant's rules and the common ones. They compare by the stems of their words. */
import { SEARCH_RULE_LIMITS } from '../../catalogue/search-rule-limits.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { locateTokens } from '../text/tokenize.ts';

/** A word, or several adjacent words. */
export interface SynonymTerm {
  /** Equal for equal terms. */
  readonly key: string;
  readonly stems: readonly string[];
  /** The text for the engine: only words and decimals, without quotes and minus. */
  readonly text: string;
}

/** By the key of a term: lists of its synonyms, which may contain the term itself. */
export type Synonyms = ReadonlyMap<string, readonly (readonly SynonymTerm[])[]>;

/** The key of the term with these stems. */
export const keyOf = (stems: readonly string[]): string => stems.join(' ');

/** What isn't part of a word or of a decimal. */
const PUNCTUATION = /(?!(?<=\p{N})[.,]\p{N})[^\p{L}\p{M}\p{N}]+/gu;

/** The term in a rule; null if it has no words or too many. */
export function readTerm(text: string, analyzer: Analyzer): SynonymTerm | null {
  const tokens = locateTokens(text, analyzer);
  if (tokens.length === 0 || tokens.length > SEARCH_RULE_LIMITS.wordsOfSynonym) return null;
  const stems = tokens.map(({ stem }) => stem);
  return { key: keyOf(stems), stems, text: text.replace(PUNCTUATION, ' ').trim() };
}

/** Makes all other terms synonyms of each term; with `isOneWay`, only of the first. */
export function addSynonyms(
  synonyms: Map<string, readonly (readonly SynonymTerm[])[]>,
  terms: readonly SynonymTerm[],
  isOneWay: boolean,
): void {
  if (terms.length < 2) return;
  for (const { key } of isOneWay ? terms.slice(0, 1) : terms) {
    const lists = synonyms.get(key) ?? [];
    if (lists.length < SEARCH_RULE_LIMITS.synonyms) synonyms.set(key, [...lists, terms]);
  }
}
