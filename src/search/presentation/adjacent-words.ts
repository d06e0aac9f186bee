/** Finds words of a query in texts that write them as several words: phrases, identifiers, `headset` as `head set`. */
import { foldText } from '../text/fold.ts';
import { wordPatternOf } from '../text/word-bounds.ts';

/** The letters of one word, which a text may write as several words. */
export interface JoinedWord {
  readonly letters: string;
  /** Whether the words of the text may have more letters. */
  readonly isPrefix: boolean;
}

/** The end of the words that begin at `start` and spell the word; null if they don't. A word must begin at `start`. */
export function endOfJoinedWord(text: string, start: number, { letters, isPrefix }: JoinedWord): number | null {
  let run = '';
  const rest = text.slice(start);
  for (const { 0: word, index } of rest.matchAll(wordPatternOf(rest))) {
    run += foldText(word);
    if (run === letters || (isPrefix && run.startsWith(letters))) return start + index + word.length;
    if (!letters.startsWith(run)) return null;
  }
  return null;
}
