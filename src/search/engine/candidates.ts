/** The searches of one query, and what they found, under the same labels. */
import type { RankingPayload } from '../index/ranking-payload.ts';
import { type Labelled, mapLists } from './labelled.ts';
import type { EngineQuery } from './query-syntax.ts';
import type { SearchFilter } from './scope-filter.ts';

type Label =
  /** By words. */
  | 'text'
  /** By some of the words, for the end of a long list. */
  | 'partialMatches'
  /** By two words in place of one. They show what the word means, and aren't ranked. */
  | 'wordBreaks'
  /** By each term that looks like an identifier, in order. */
  | 'identifierTerms'
  /** By the whole query as an identifier. */
  | 'identifier'
  /** By ids. */
  | 'pinned'
  /** By the last word as typed, in the whole scope, if its stem is another one; at most one product. */
  | 'exactWord';

/** Searches that go to the engine in one request. */
export type SearchPlan = Labelled<Label, EngineSearch>;

export interface EngineSearch extends EngineQuery {
  readonly limit: number;
  /** Default: that of the request. */
  readonly filter?: SearchFilter;
}

export const NO_SEARCHES: SearchPlan = {
  text: [],
  partialMatches: [],
  wordBreaks: [],
  identifierTerms: [],
  identifier: [],
  pinned: [],
  exactWord: [],
};

/** For each search of a plan, the products that it found, in the engine's order. */
export interface Candidates extends Labelled<Label, readonly RankingPayload[]> {
  /** False if the engine cut off a search, so that better products may be missing. */
  readonly isComplete: boolean;
}

/** Merges what two plans of one query found. */
export function mergeCandidates({ isComplete, ...lists }: Candidates, further: Candidates): Candidates {
  const merged = mapLists(lists, (list, label) => [...list, ...further[label]]);
  return { ...merged, isComplete: isComplete && further.isComplete };
}

/** The products of all lists, in order, each once. */
export function unionOf(lists: readonly (readonly RankingPayload[])[]): readonly RankingPayload[] {
  const byId = new Map<string, RankingPayload>();
  for (const list of lists)
    for (const product of list) if (!byId.has(product.productId)) byId.set(product.productId, product);
  return [...byId.values()];
}
