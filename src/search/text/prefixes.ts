/**
 * The beginnings of words that the engine finds by no prefix. It segments Hangul and katakana by dictionaries, which cut
 * the beginning of a word otherwise than the word: `데오드란` of `데오드란트`, `サーモ` of `サーモス`.
 */
import { BEYOND_ASCII } from './fold.ts';

const RUN = /\p{sc=Hangul}{3,}|[\p{sc=Katakana}ー]{3,}/gu;
/** Such a run, or its beginning. */
const SEGMENTED = /^(?:\p{sc=Hangul}{2,}|[\p{sc=Katakana}ー]{2,})$/u;
const MIN_LENGTH = 2;
/** Longer runs are several words. */
const MAX_LENGTH = 13;

/** Whether products have the beginnings of a folded word as words of the index. */
export const hasIndexedPrefixes = (word: string): boolean => SEGMENTED.test(word);

/** The beginnings of the words of a folded text, without the words themselves. */
export function indexedPrefixes(text: string): string[] {
  if (!BEYOND_ASCII.test(text)) return [];
  return (text.match(RUN) ?? []).flatMap((run) =>
    Array.from({ length: Math.min(run.length - 1, MAX_LENGTH) - MIN_LENGTH + 1 }, (_, index) =>
      run.slice(0, MIN_LENGTH + index),
    ),
  );
}
