/** How a token of a product matches a resolved query. */
import { isMisspelling } from '../text/misspelling.ts';
import { stem } from '../text/stem.ts';
import type { ResolvedQuery, ResolvedTerm } from './resolve.ts';

/** `exact`: a term, several terms written as one, or the beginning that was typed. `corrected`: the same with a typing error. */
export type TokenMatch = 'exact' | 'corrected' | null;

export function matchToken({ terms, joined }: ResolvedQuery, token: string): TokenMatch {
  const stemmed = stem(token);
  const isExact =
    terms.some((term) => term.stem === stemmed || (term.prefix === term.token && token.startsWith(term.token))) ||
    joined.some((each) => each.stem === stemmed);
  if (isExact) return 'exact';
  return terms.some((term) => isCorrected(term, token, stemmed)) ? 'corrected' : null;
}

function isCorrected({ token, corrected, prefix, isUnknown }: ResolvedTerm, other: string, stemmed: string): boolean {
  if (corrected === stemmed || (prefix !== null && other.startsWith(prefix))) return true;
  if (!isUnknown) return false;
  return isMisspelling(token, other) || (prefix !== null && isMisspelling(token, other.slice(0, token.length)));
}
