/** The searches of one query, and what they found, under the same labels. */
import type { RankingPayload } from '../index/ranking-payload.ts';

/**
 * `text`: by words. `filler`: by some of the words, for the end of a long list. `identifierTerms`: by each term that
 * looks like an identifier, in order. `identifier`: by the whole query as an identifier. `pinned`: by ids.
 */
type Labelled<T> = Readonly<Record<'text' | 'filler' | 'identifierTerms' | 'identifier' | 'pinned', readonly T[]>>;

/** Searches that go to the engine in one request. */
export type SearchPlan = Labelled<EngineSearch>;

export interface EngineSearch {
  readonly q: string;
  readonly limit: number;
  readonly matchingStrategy?: 'all';
  /** Conditions beside those of the scope and the request. */
  readonly filter?: readonly string[];
}

export const NO_SEARCHES: SearchPlan = { text: [], filler: [], identifierTerms: [], identifier: [], pinned: [] };

/** For each search of a plan, the products that it found, in the engine's order. */
export interface Found extends Labelled<readonly RankingPayload[]> {
  /** False if the engine cut off a search, so that better products may be missing. */
  readonly isComplete: boolean;
}

export const planLabels = [
  'text',
  'filler',
  'identifierTerms',
  'identifier',
  'pinned',
] as const satisfies (keyof SearchPlan)[];

/** Merges what two plans of one query found. */
export function mergeFound(first: Found, further: Found): Found {
  return {
    text: [...first.text, ...further.text],
    filler: [...first.filler, ...further.filler],
    identifierTerms: first.identifierTerms,
    identifier: [...further.identifier, ...first.identifier],
    pinned: first.pinned,
    isComplete: first.isComplete && further.isComplete,
  };
}

/** The products of all lists, in order, each once. */
export function unionOf(lists: readonly (readonly RankingPayload[])[]): readonly RankingPayload[] {
  const byId = new Map<string, RankingPayload>();
  for (const list of lists)
    for (const product of list) if (!byId.has(product.productId)) byId.set(product.productId, product);
  return [...byId.values()];
}

/** Removes the hidden products. */
export function withoutProducts(found: Found, hidden: ReadonlySet<string>): Found {
  if (hidden.size === 0) return found;
  const visible = (lists: Found['text']) =>
    lists.map((products) => products.filter(({ productId }) => !hidden.has(productId)));
  const { text, filler, identifierTerms, identifier, pinned } = found;
  return {
    ...found,
    text: visible(text),
    filler: visible(filler),
    identifierTerms: visible(identifierTerms),
    identifier: visible(identifier),
    pinned: visible(pinned),
  };
}
