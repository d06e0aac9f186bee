/** The words of titles that one token of a query means: `gluten` and `free` of `glutenfree`. Pure functions. */
import { areAdjacent } from '../index/term-weights.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { initialsOf, mayBeSeveral, prefixSplits, separateDigits, splitsInTwo } from '../text/word-breaks.ts';

/**
 * The stems of the words that a token is in one of the titles, where they are adjacent: `gluten` and `free` of
 * `glutenfree`, `core`, `2` and `duo` of `core2duo`, and the letters of `rem` in `R.E.M.`. Null if there are none.
 */
export function wordsInTitles(
  token: string,
  titleStems: readonly string[],
  { stem }: Pick<Analyzer, 'stem'>,
): readonly string[] | null {
  const apart = separateDigits(token).split(' ');
  const several = mayBeSeveral(token) ? [...splitsInTwo(token), ...(apart.length > 1 ? [apart] : [])] : [];
  const initials = initialsOf(token);
  const ways = [...several, ...(initials === null ? [] : [initials])];
  return (
    ways.map((parts) => parts.map(stem)).find((stems) => titleStems.some((title) => areAdjacent(title, ...stems))) ??
    null
  );
}

/**
 * The stems of the two words that an unfinished token begins in one of the titles, where they are adjacent: `deck` and
 * `screw` of `deckscr`. Null if there are none.
 */
export function unfinishedWordsInTitles(
  token: string,
  titleStems: readonly string[],
  { stem }: Pick<Analyzer, 'stem'>,
): readonly string[] | null {
  // The first word is rather a long one.
  for (const [word, begun] of prefixSplits(token).toReversed()) {
    const start = ` ${stem(word)} ${begun}`;
    const title = titleStems.find((stems) => stems.includes(start));
    if (title !== undefined) return title.slice(title.indexOf(start)).trim().split(' ').slice(0, 2);
  }
  return null;
}
