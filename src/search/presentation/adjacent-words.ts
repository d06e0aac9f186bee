/**
 * Finds adjacent words of a text that, written as one word, are a key of the query: phrases, identifiers, `headset` as
 * `head set`.
 */
import { foldText } from '../text/fold.ts';
import { WORD } from '../text/word-bounds.ts';

/** Letters that a text may write as several words. */
export interface Key {
  readonly letters: string;
  /** Whether the words may have more letters than the key. */
  readonly isPrefix: boolean;
}

/** The end of the words that begin at `start` and spell the key; null if they don't. A word must begin at `start`. */
export function endOfKey(text: string, start: number, { letters, isPrefix }: Key): number | null {
  let run = '';
  for (const { 0: word, index } of text.slice(start).matchAll(WORD)) {
    run += foldText(word);
    if (run === letters || (isPrefix && run.startsWith(letters))) return start + index + word.length;
    if (!letters.startsWith(run)) return null;
  }
  return null;
}
