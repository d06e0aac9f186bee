/** The parts of compounds. Pure functions. */
import type { Analyzer } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';
import { isUnspaced } from '../text/segment.ts';
import { locateWords } from '../text/tokenize.ts';

/**
 * The two folded words that a word may be, the longest end first: `herren` and `schuhe` of `herrenschuhe`. None if it is
 * no compound. In scripts without spaces, words are parts already.
 */
export function compoundParts(word: string, { compoundEnds }: Analyzer): readonly (readonly [string, string])[] {
  if (compoundEnds === null || isUnspaced(word)) return [];
  const token = foldText(word);
  return compoundEnds(word).map((end) => [token.slice(0, -end.length), end] as const);
}

/** The word of a query that became a token. As written it has more ends than folded, see `compoundEndsIn`. */
export const writtenWord = (token: string, text: string): string =>
  locateWords(text).find(({ written }) => foldText(written) === token)?.written ?? token;
