/** Finds the synonyms of a query in a text. A synonym matches if the text has all of its words. */
import { resolvedStems } from '../../meaning/resolve.ts';
import type { SynonymGroup } from '../../query/synonyms.ts';
import type { SynonymTerm } from '../../synonyms/terms.ts';
import type { Analyzer } from '../../text/analyzer.ts';
import { locateTokens } from '../../text/tokenize.ts';
import type { Span } from './spans.ts';
import { wantedSynonym } from './wanted.ts';
import { createWordMatcher, type WordMatcher } from './word-matcher.ts';

/** Finds the synonyms of all groups. Their stems are those of the same analyzer. */
export function createSynonymMatcher(groups: readonly SynonymGroup[], analyzer: Analyzer): WordMatcher {
  const matchers = groups.flatMap(({ alternatives }) => alternatives.map((term) => matcherOf(term, analyzer)));
  return (text, isExact) => matchers.flatMap((find) => find(text, isExact));
}

function matcherOf({ stems, text: typed }: SynonymTerm, analyzer: Analyzer): WordMatcher {
  const find = createWordMatcher(wantedSynonym(stems, typed), resolvedStems(stems, analyzer));
  return (text, isExact) => {
    const spans = find(text, isExact);
    if (spans.length === 0) return spans;
    const found = new Set(spans.flatMap((span) => stemsInSpan(text, span, analyzer)));
    return stems.every((stem) => found.has(stem)) ? spans : [];
  };
}

/** The stems of the words in a span, and those of the ends of compounds: `Winterjacke` has `jacke`. */
const stemsInSpan = (text: string, { start, length }: Span, analyzer: Analyzer): string[] =>
  locateTokens(text.slice(start, start + length), analyzer).flatMap(({ stem, ...token }) => [
    stem,
    ...(analyzer.compoundEnds?.(text.slice(start + token.start, start + token.end)) ?? []).map(analyzer.stem),
  ]);
