/** Finds the synonyms of a query in a text: those of which the text has every word. */
import { ANY_VOCABULARY, resolveQuery } from '../query/resolve.ts';
import type { SynonymGroup } from '../rules/synonyms.ts';
import { type Term, tokensOf } from '../rules/terms.ts';
import type { Span } from './spans.ts';
import { createWordMatcher, type WordMatcher } from './word-matcher.ts';

/** Finds the synonyms of all groups. */
export function createSynonymMatcher(groups: readonly SynonymGroup[]): WordMatcher {
  const matchers = groups.flatMap(({ alternatives }) => alternatives.map(matcherOf));
  return (text, isExact) => matchers.flatMap((find) => find(text, isExact));
}

function matcherOf({ words, text: typed }: Term): WordMatcher {
  const wording = { tokens: words, lastTermIsPrefix: false };
  const find = createWordMatcher(
    { ...wording, terms: [{ typed }], phrases: [], identifier: null, isIdentifier: false },
    resolveQuery(wording, ANY_VOCABULARY),
  );
  return (text, isExact) => {
    const spans = find(text, isExact);
    if (spans.length === 0) return spans;
    const found = new Set(spans.flatMap((span) => wordsIn(text, span)));
    return words.every((word) => found.has(word)) ? spans : [];
  };
}

const wordsIn = (text: string, { start, length }: Span): string[] =>
  tokensOf(text.slice(start, start + length)).map(({ word }) => word);
