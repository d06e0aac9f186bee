/** Where synonyms of a query's words are in a text: those of which it has every word. */
import { readQuery } from '../query/parse.ts';
import type { SynonymGroup } from '../rules/synonyms.ts';
import { type Term, tokensOf } from '../rules/terms.ts';
import type { Span } from './spans.ts';
import type { WordMatcher } from './word-matcher.ts';
import { createWordMatcher } from './word-matcher.ts';

/** Finds the synonyms of all groups in a text. */
export function createSynonymMatcher(groups: readonly SynonymGroup[]): WordMatcher {
  const matchers = groups.flatMap(({ alternatives }) => alternatives.map(matcherOf));
  return (text, isExact) => matchers.flatMap((find) => find(text, isExact));
}

function matcherOf({ words, text: asked }: Term): WordMatcher {
  const find = createWordMatcher({
    ...readQuery(asked),
    ...{ words, isUnfinished: false, identifier: null, isIdentifier: false },
  });
  return (text, isExact) => {
    const spans = find(text, isExact);
    if (spans.length === 0) return spans;
    const told = new Set(spans.flatMap((span) => wordsOf(text, span)));
    return words.every((word) => told.has(word)) ? spans : [];
  };
}

const wordsOf = (text: string, { start, length }: Span): string[] =>
  tokensOf(text.slice(start, start + length)).map(({ word }) => word);
