/** Rewrites a parsed query: synonyms in place of unknown words, or a word apart from its number. Pure functions. */
import { keyOf } from '../synonyms/terms.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { separateChunk } from '../text/split-query.ts';
import { replacedWording, splitText, wordingOf } from './parse.ts';
import type { Query } from './query.ts';
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
