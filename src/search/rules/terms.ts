/** Words as search rules compare them: stems, with their offsets in the text. */
import { SEARCH_RULE_LIMITS } from '../../catalogue/search-rule-limits.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';
import { locateWords } from '../text/tokenize.ts';

export interface Token {
  /** Folded. */
  readonly token: string;
  /** The stem. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** A word, or several adjacent words. */
export interface Term {
  /** Equal for equal terms. */
  readonly key: string;
  readonly words: readonly string[];
  /** The text for the engine: only words, without quotes and minus. */
  readonly text: string;
}

/** The key of the term that these words are. */
export const keyOf = (words: readonly string[]): string => words.join(' ');

export const tokensOf = (text: string, { stem }: Analyzer): readonly Token[] =>
  locateWords(text).map(({ written, start }) => {
    const token = foldText(written);
    return { token, word: stem(token), start, end: start + written.length };
  });

/** The term in a rule; null if it has no words or too many. */
export function termOf(text: string, analyzer: Analyzer): Term | null {
  const tokens = tokensOf(text, analyzer);
  if (tokens.length === 0 || tokens.length > SEARCH_RULE_LIMITS.wordsOfSynonym) return null;
  const words = tokens.map(({ word }) => word);
  return { key: keyOf(words), words, text: text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim() };
}
