/**
 * Finds adjacent words of a text that, written as one word, are a key of the query: phrases, identifiers, `headset` as
 * `head set`.
 */
import type { Wording } from '../query/query.ts';
import { foldText } from '../text/fold.ts';
import { stripSeparators } from '../text/identifiers.ts';
import { WORD } from '../text/word-bounds.ts';

/** Letters that a text may write as several words. */
export interface Key {
  readonly letters: string;
  /** Whether the words may have more letters than the key. */
  readonly isPrefix: boolean;
}

type Keyed = Pick<Wording, 'terms' | 'identifier' | 'isIdentifier' | 'lastTermIsPrefix'>;

/** The phrases, and the identifier or else each single token. */
export function keysOf({ terms, identifier, isIdentifier, lastTermIsPrefix }: Keyed, single: readonly string[]): Key[] {
  const phrases = terms.filter(({ isPhrase }) => isPhrase).map(({ typed }) => stripSeparators(typed));
  const keys = [...phrases, ...(isIdentifier && identifier !== null ? [identifier] : single)];
  return keys.map((letters, index) => ({
    letters,
    // `drl18v` begins `DRL-18V/BL`. A key without a digit would begin unrelated words by chance.
    isPrefix: lastTermIsPrefix && index === keys.length - 1 && /\d/.test(letters),
  }));
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
