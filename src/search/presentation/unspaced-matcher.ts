/**
 * Finds a query in texts of scripts without spaces between words. It needs no dictionary: it finds the longest
 * substrings that query and text share, of at least two characters, because most words of these scripts have two.
 */
import type { Span } from './spans.ts';

/** Scripts without spaces, and Korean, whose words take endings. */
const RUN =
  /(?:(?=[\p{L}\p{M}\p{N}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])+/gu;

const MIN_SUBSTRING_LENGTH = 2;
/** A character that no run has. */
const BETWEEN = '\u0000';

interface Letters {
  readonly letters: string;
  /** The offset of each in the text, and the end of the last. */
  readonly starts: readonly number[];
}

/** Finds substrings of what was typed in a text. `minLength` 1 finds single characters, too. */
export function createUnspacedMatcher(typed: string, minLength = MIN_SUBSTRING_LENGTH): (text: string) => Span[] {
  const runs = [...typed.matchAll(RUN)].map(([run]) => lettersOf(run, 0).letters);
  if (runs.length === 0) return () => [];
  const typedRuns = `${BETWEEN}${runs.join(BETWEEN)}${BETWEEN}`;
  const isTyped = (part: string): boolean =>
    part.length >= minLength ? typedRuns.includes(part) : typedRuns.includes(`${BETWEEN}${part}${BETWEEN}`);

  return (text) => {
    const spans: Span[] = [];
    for (const { 0: run, index } of text.matchAll(RUN)) {
      const { letters, starts } = lettersOf(run, index);
      for (let from = 0; from < letters.length; from += 1) {
        const to = endOfTyped(letters, from, isTyped, minLength);
        if (to === from) continue;
        const start = starts[from] ?? index;
        spans.push({ start, length: (starts[to] ?? start) - start });
        from = to - 1;
      }
    }
    return spans;
  };
}

/** The end of the longest substring that begins at `from` and was typed; `from` if there is none. */
function endOfTyped(letters: string, from: number, isTyped: (part: string) => boolean, minLength: number): number {
  let to = Math.min(letters.length, from + minLength);
  if (!isTyped(letters.slice(from, to))) {
    to = from + 1;
    return isTyped(letters.slice(from, to)) ? to : from;
  }
  while (to < letters.length && isTyped(letters.slice(from, to + 1))) to += 1;
  return to;
}

/** A run in lower case and normal width, with the offset of each letter in the text. */
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
