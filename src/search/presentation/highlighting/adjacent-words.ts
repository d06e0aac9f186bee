/** Finds words of a query in texts that write them as several words: phrases, identifiers, `headset` as `head set`. */
import { foldWord, wordPatternOf } from './word-bounds.ts';

/** The letters of one word, which a text may write as several words. */
export interface JoinedWord {
  readonly letters: string;
  /** Whether the words of the text may have more letters. */
  readonly isPrefix: boolean;
}

/**
 * The end of the words that begin at `start` and spell one of these; null if they spell none. Of several, the longest
 * counts. A word must begin at `start`.
 */
export type EndOfJoinedWords = (start: number, words: readonly JoinedWord[]) => number | null;

/** Finds words in one text. Its pattern is chosen once, because the choice reads the whole text. */
export function createEndOfJoinedWords(text: string): EndOfJoinedWords {
  const pattern = new RegExp(wordPatternOf(text));
  return (start, words) => {
    let run = '';
    let end: number | null = null;
    let open = words;
    const isSpelt = ({ letters, isPrefix }: JoinedWord) => run === letters || (isPrefix && run.startsWith(letters));
    pattern.lastIndex = start;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      run += foldWord(match[0]);
      if (open.some(isSpelt)) end = pattern.lastIndex;
      open = open.filter(({ letters }) => letters !== run && letters.startsWith(run));
      if (open.length === 0) break;
    }
    return end;
  };
}
