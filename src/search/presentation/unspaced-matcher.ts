/**
 * Finds a query in texts of scripts without spaces between words. It needs no dictionary: it takes the longest pieces that query and
 * text share, of at least two characters, as most words of these scripts have.
 */
import type { Span } from './spans.ts';

/** Scripts without spaces, and Korean, whose words grow endings. */
const RUN =
  /(?:(?=[\p{L}\p{M}\p{N}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])+/gu;

const MIN_PIECE_LENGTH = 2;
/** In no run. */
const BETWEEN = '\u0000';

interface Letters {
  readonly letters: string;
  /** The offset of each in the text, and the end of the last. */
  readonly starts: readonly number[];
}

/** Finds pieces of what was typed in a text; `minLength` 1 finds single characters, too. */
export function createUnspacedMatcher(typed: string, minLength = MIN_PIECE_LENGTH): (text: string) => Span[] {
  const runs = [...typed.matchAll(RUN)].map(([run]) => lettersOf(run, 0).letters);
  if (runs.length === 0) return () => [];
  const pieces = `${BETWEEN}${runs.join(BETWEEN)}${BETWEEN}`;
  const isPiece = (piece: string): boolean =>
    piece.length >= minLength ? pieces.includes(piece) : pieces.includes(`${BETWEEN}${piece}${BETWEEN}`);

  return (text) => {
    const spans: Span[] = [];
    for (const { 0: run, index } of text.matchAll(RUN)) {
      const { letters, starts } = lettersOf(run, index);
      for (let from = 0; from < letters.length; from += 1) {
        const to = endOfPiece(letters, from, isPiece, minLength);
        if (to === from) continue;
        const start = starts[from] ?? index;
        spans.push({ start, length: (starts[to] ?? start) - start });
        from = to - 1;
      }
    }
    return spans;
  };
}

/** The end of the longest piece that begins at `from`; `from` where there is none. */
function endOfPiece(letters: string, from: number, isPiece: (piece: string) => boolean, minLength: number): number {
  let to = Math.min(letters.length, from + minLength);
  if (!isPiece(letters.slice(from, to))) {
    to = from + 1;
    return isPiece(letters.slice(from, to)) ? to : from;
  }
  while (to < letters.length && isPiece(letters.slice(from, to + 1))) to += 1;
  return to;
}

/** A run in lower case and its usual width, with the offset of each letter in the text. */
function lettersOf(run: string, offset: number): Letters {
  let letters = '';
  let at = offset;
  const starts: number[] = [];
  for (const character of run) {
    for (const letter of character.normalize('NFKC').toLowerCase()) {
      letters += letter;
      for (let unit = 0; unit < letter.length; unit += 1) starts.push(at);
    }
    at += character.length;
  }
  return { letters, starts: [...starts, at] };
}
