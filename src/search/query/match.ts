/** How a token of a product matches a resolved query. */
import { analyzerOf } from '../text/analyzer.ts';
import { allowedErrors, isMisspelling } from '../text/misspelling.ts';
import type { ResolvedQuery, ResolvedTerm } from './resolve.ts';

/**
 * `exact`: a term, several terms written as one, or a word with the typed beginning. `corrected`: the same with typing
 * errors.
 */
export type TokenMatch = 'exact' | 'corrected' | null;

export function matchToken({ language, terms, joined }: ResolvedQuery, token: string): TokenMatch {
  const stemmed = analyzerOf(language).stem(token);
  const isExact =
    terms.some((term) => term.stem === stemmed || (term.prefix === term.token && token.startsWith(term.token))) ||
    joined.some((each) => each.stem === stemmed);
  if (isExact) return 'exact';
  const isCorrected = terms.some(
    (term) =>
      term.corrected === stemmed ||
      (term.prefix !== null && token.startsWith(term.prefix)) ||
      (term.isUnknown && isNear(term, stemmed)),
  );
  return isCorrected ? 'corrected' : null;
}

/** Whether `resolveToken` would have corrected an unknown term to this stem, or to its beginning. */
const isNear = ({ token, stem: stemmed, prefix }: ResolvedTerm, other: string): boolean =>
  isMisspelling(stemmed, other, allowedErrors(token)) ||
  isMisspelling(token, other) ||
  (prefix !== null && isMisspelling(token, other.slice(0, token.length)));
