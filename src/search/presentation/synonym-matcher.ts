/** Finds the synonyms of a query in a text. A synonym matches if the text has all of its words. */
import { resolvedStems } from '../query/resolve.ts';
import type { SynonymGroup } from '../rules/synonyms.ts';
import { type Term, tokensOf } from '../rules/terms.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Span } from './spans.ts';
import { wantedSynonym } from './wanted.ts';
import { createWordMatcher, type WordMatcher } from './word-matcher.ts';

/** Finds the synonyms of all groups. Their words are stems by the same analyzer. */
export function createSynonymMatcher(groups: readonly SynonymGroup[], analyzer: Analyzer): WordMatcher {
  const matchers = groups.flatMap(({ alternatives }) => alternatives.map((term) => matcherOf(term, analyzer)));
  return (text, isExact) => matchers.flatMap((find) => find(text, isExact));
}

function matcherOf({ words, text: typed }: Term, analyzer: Analyzer): WordMatcher {
  const find = createWordMatcher(wantedSynonym(words, typed), resolvedStems(words, analyzer));
  return (text, isExact) => {
    const spans = find(text, isExact);
    if (spans.length === 0) return spans;
    const found = new Set(spans.flatMap((span) => wordsIn(text, span, analyzer)));
    return words.every((word) => found.has(word)) ? spans : [];
  };
}

const wordsIn = (text: string, { start, length }: Span, analyzer: Analyzer): string[] =>
  tokensOf(text.slice(start, start + length), analyzer).map(({ word }) => word);
