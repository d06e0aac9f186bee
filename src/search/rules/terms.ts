/** Words as rules compare them (plain and singular), each with its place in the text that it stands in. */
import { SEARCH_RULE_LIMITS } from '../../data/search-rule-limits.ts';
import { foldText } from '../text/fold.ts';
import { stem } from '../text/stem.ts';
import { locateWords } from '../text/tokenize.ts';

export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** A word, or some that stand together. */
export interface Term {
  /** Tells it from any other. */
  readonly key: string;
  readonly words: readonly string[];
  /** As it is asked of the engine: words alone, so that it has no quotes and no minus. */
  readonly text: string;
}

/** By what words are found among terms. */
export const keyOf = (words: readonly string[]): string => words.join(' ');

export const tokensOf = (text: string): readonly Token[] =>
  locateWords(text).map(({ written, start }) => ({
    word: stem(foldText(written)),
    start,
    end: start + written.length,
  }));

/** The term that a merchant wrote; null where it has no words or too many. */
export function termOf(text: string): Term | null {
  const tokens = tokensOf(text);
  if (tokens.length === 0 || tokens.length > SEARCH_RULE_LIMITS.wordsOfSynonym) return null;
  const words = tokens.map(({ word }) => word);
  return { key: keyOf(words), words, text: text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim() };
}
