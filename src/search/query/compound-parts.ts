/** The parts of compounds. Pure functions. */
import type { Analyzer } from '../text/analyzer.ts';
import { isUnspaced } from '../text/segment.ts';

/**
 * The two words that a token may be, the longest end first: `herren` and `schuhe` of `herrenschuhe`. None if it is no
 * compound. In scripts without spaces, words are parts already.
 */
export function compoundParts(token: string, { compoundEnds }: Analyzer): readonly (readonly [string, string])[] {
  if (compoundEnds === null || isUnspaced(token)) return [];
  return compoundEnds(token).map((end) => [token.slice(0, -end.length), end] as const);
}
