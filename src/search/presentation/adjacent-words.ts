/** Words of a text that stand side by side and, written as one, are what was typed: phrases, identifiers, `headset` as `head set`. */
import type { Wording } from '../query/query.ts';
import { foldText } from '../text/fold.ts';
import { wordBounds } from '../text/word-bounds.ts';

/** What a text may have as several words. */
export interface Key {
  readonly letters: string;
  /** Whether it may go on. */
  readonly isPrefix: boolean;
}

type Keyed = Pick<Wording, 'phrases' | 'identifier' | 'isIdentifier' | 'lastTermIsPrefix'>;

/** The phrases, and the identifier or else each single token. */
export function keysOf(
  { phrases, identifier, isIdentifier, lastTermIsPrefix }: Keyed,
  single: readonly string[],
): Key[] {
  const keys = [
    ...phrases.map((phrase) => phrase.join('')),
    ...(isIdentifier && identifier !== null ? [identifier] : single),
  ];
  return keys.map((letters, index) => ({
    letters,
    // `drl18v` begins `DRL-18V/BL`. Without a digit the beginning of two words is found by chance.
    isPrefix: lastTermIsPrefix && index === keys.length - 1 && /\d/.test(letters),
  }));
}

/** Reads the words of one text. */
export function runsOf(text: string) {
  let bounds: readonly number[] | undefined;
  let first = 0;

  return {
    /** The end of the words that begin at `start` and are the key; null where they are not. `start` never goes back. */
    endOf({ letters, isPrefix }: Key, start: number): number | null {
      bounds ??= wordBounds(text);
      while ((bounds[first] ?? start) < start) first += 2;
      let run = '';
      for (let at = first; at < bounds.length && run.length < letters.length; at += 2) {
        const end = bounds[at + 1] ?? 0;
        run += foldText(text.slice(bounds[at], end));
        if (run === letters || (isPrefix && run.startsWith(letters))) return end;
        if (!letters.startsWith(run)) return null;
      }
      return null;
    },
  };
}
