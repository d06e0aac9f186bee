/** How the tokens of a product match a resolved query. */
import { nearestStem } from '../../meaning/near-stems.ts';
import type { ResolvedQuery, ResolvedToken } from '../../meaning/resolve.ts';
import { analyzerOf } from '../../text/analyzer.ts';
import { MAX_COMPOUND_LENGTH } from '../../text/compounds.ts';
import { isMisspelling } from '../../text/misspelling.ts';

/**
 * `exact`: a term, several terms written as one, or a word with the typed beginning. `corrected`: the same with typing
 * errors.
 */
export type TokenMatch = 'exact' | 'corrected' | null;

/** How many letters of a word a compound must have: to compare each end of each compound would take too long. */
const FIRST_LETTERS = 2;
/** Too many compounds end with a word that has a shorter beginning. */
const MIN_PREFIX_OF_END = 3;

/**
 * Returns a function that matches a token, or else its end if it is a compound: the index has ends as words, too.
 * `written`: the token as the text has it.
 */
export function createTokenMatcher(resolved: ResolvedQuery): (token: string, written: string) => TokenMatch {
  const { language, tokens, joined } = resolved;
  const { stem, stemPrefix, compoundEnds } = analyzerOf(language);
  const stems = new Set([...tokens, ...joined].map((each) => each.stem));
  const corrected = new Set(
    tokens.flatMap(({ corrected, inflectedStem }) => [corrected, inflectedStem]).filter((each) => each !== null),
  );
  const unfinished = tokens.find(({ prefixes }) => prefixes.length > 0);
  const prefixes = unfinished?.prefixes ?? [];
  const joinedPrefixes = joined.flatMap(({ prefix }) => prefix ?? []);
  const unresolved = tokens.filter(({ isUnresolved }) => isUnresolved);

  const begins = (token: string, starts: readonly string[]): boolean => {
    const letters = starts.length === 0 ? token : stemPrefix(token);
    return starts.some((start) => token.startsWith(start) || letters.startsWith(start));
  };

  function matchWord(token: string, stemmed: string): TokenMatch {
    if (stems.has(stemmed) || begins(token, joinedPrefixes)) return 'exact';
    if (begins(token, prefixes)) return prefixes[0] === unfinished?.token ? 'exact' : 'corrected';
    return corrected.has(stemmed) ? 'corrected' : null;
  }

  const begun = prefixes.filter(({ length }) => length >= MIN_PREFIX_OF_END);
  const starts = new Set([...stems, ...corrected, ...begun].map((each) => each.slice(0, FIRST_LETTERS)));

  function matchEnd(token: string, written: string): TokenMatch {
    if (compoundEnds === null || token.length > MAX_COMPOUND_LENGTH) return null;
    for (const start of starts) {
      for (let at = token.indexOf(start, 1); at > 0; at = token.indexOf(start, at + 1)) {
        const end = token.slice(at);
        const match = matchWord(end, stem(end));
        if (match !== null && compoundEnds(written).includes(end)) return match;
      }
    }
    return null;
  }

  return (token, written) => {
    const stemmed = stem(token);
    const match = matchWord(token, stemmed) ?? matchEnd(token, written);
    if (match !== null) return match;
    return unresolved.some((each) => isNear(each, stemmed)) ? 'corrected' : null;
  };
}

/**
 * Whether an unresolved token is a misspelling of this stem, or of its beginning. Less than what `resolveToken` corrects:
 * to compare the forms of a stem would cost each such query milliseconds, and the ranked products have none of these
 * stems. A stem with which an unfinished token begins is not near: each `head` would match `headset`.
 */
const isNear = (unresolved: ResolvedToken, other: string): boolean =>
  nearestStem(unresolved, [other]) !== null ||
  (unresolved.prefixes.length > 0 && isMisspelling(unresolved.token, other.slice(0, unresolved.token.length)));
