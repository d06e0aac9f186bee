/**
 * Rewrites a parsed query: synonyms in place of unknown words, a word apart from its number, or another word last. Pure
 * functions.
 */
import { keyOf } from '../synonyms/terms.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { COMPOUND_RULES } from '../text/compound-rules.ts';
import { separateChunk } from '../text/split-query.ts';
import { replacedWording, splitText, wordingOf } from './parse.ts';
import type { Query, QueryTerm } from './query.ts';
import { locate, replaceAll } from './replace-terms.ts';

/**
 * The query with synonyms in place of its words that aren't known: `tent xyz` for `zelt xyz` in a shop whose products
 * have only tents. Null if it has no such words.
 */
export function withKnownSynonyms(query: Query, isKnown: (stem: string) => boolean): Query | null {
  const meant = query.synonyms.flatMap(({ stems, alternatives, ...group }) => {
    const by = stems.every(isKnown) ? undefined : alternatives.find((term) => term.stems.every(isKnown));
    return by === undefined ? [] : { stems, by, group: { ...group, alternatives, stems: by.stems } };
  });
  if (meant.length === 0) return null;
  const analyzer = analyzerOf(query.language);
  const split = splitText(query.text);
  const replacement = replaceAll(
    locate(split.chunks.join(' '), analyzer),
    // The merchant's synonyms come first.
    new Map(meant.toReversed().map(({ stems, by }) => [keyOf(stems), by])),
  );
  const others = query.synonyms.filter(({ stems }) => !meant.some((each) => each.stems === stems));
  return {
    ...query,
    ...replacedWording(split, replacement, analyzer),
    synonyms: [...meant.map(({ group }) => group), ...others],
  };
}

/** An identifier with its word apart from the number or the amount (`coffee500g`); null if the query has no such meaning. */
export function separatedQuery(query: Query): Query | null {
  const apart = query.isIdentifier ? separateChunk(splitText(query.text)) : null;
  return apart === null ? null : { ...query, ...wordingOf(apart, analyzerOf(query.language)) };
}

/** A word that may be the beginning of a compound. Many compounds begin with shorter ones. */
const BEGINNING = /^\p{Script=Latin}{4,}$/u;

/**
 * The query with another word last, where it may be the beginning of a compound: `golf 6 radlager` for `radlager golf 6`
 * finds a `Radlagersatz`. One for each word that isn't last and has no synonym; none in languages without compounds, and
 * in those without spaces.
 */
export function withOtherEnds(query: Query): readonly Query[] {
  if (COMPOUND_RULES[query.language] === undefined) return [];
  return query.terms
    .slice(0, -1)
    .filter((term) => mayBegin(term, query))
    .map((end) => ({ ...query, terms: [...query.terms.filter((term) => term !== end), end], lastTermIsPrefix: true }));
}

/** Whether a term is one word that may be the beginning of a compound. With a synonym, `handy` is no `Handyhülle`. */
const mayBegin = ({ isPhrase, tokens }: QueryTerm, { synonyms }: Query): boolean =>
  !isPhrase &&
  tokens.length === 1 &&
  tokens.every(
    ({ token, stem, isStopWord }) =>
      BEGINNING.test(token) &&
      !isStopWord &&
      !synonyms.some(({ stems, needsAllWords }) => !needsAllWords && stems.includes(stem)),
  );

/** Whether a query is one of `withOtherEnds` of the other. */
export const hasOtherEnd = (query: Query, other: Query): boolean => {
  const end = query.terms.at(-1)?.typed;
  return end !== other.terms.at(-1)?.typed && other.terms.some(({ typed }) => typed === end);
};
