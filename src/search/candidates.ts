/**
 * Finds the products that a search is about, best first: the engine's best hits in the order of `rerank.ts`, and products
 * by their identifiers. One request to the engine; a second one only where that finds nothing, and one before it for a
 * query of more words than the engine takes.
 */
import { identifierFilter } from './filter.ts';
import { readQuery, type ShopperQuery } from './query.ts';
import { type Candidate, rerank } from './rerank.ts';
import { firstSearch, furtherSearches, type Search, withinWordLimit } from './searches.ts';

/** One search among the documents that the caller may see. */
export interface EngineSearch {
  readonly q: string;
  readonly matchingStrategy?: Search['matchingStrategy'];
  readonly limit: number;
  readonly attributesToRetrieve: readonly string[];
  /** Conditions beside those of the scope and the request. */
  readonly filter?: readonly string[];
  readonly showMatchesPosition?: boolean;
}

export interface EngineAnswer<H> {
  readonly hits: readonly H[];
  readonly estimatedTotalHits: number;
}

/** Asks the engine several searches in one request. */
export type Ask = <H>(searches: readonly EngineSearch[]) => Promise<readonly EngineAnswer<H>[]>;

export interface Ranking {
  /** Best first. */
  readonly productIds: readonly string[];
  /** What the engine was asked: so asked again, it tells where it matched. */
  readonly searches: readonly Search[];
  readonly query: ShopperQuery;
}

/** So many of the engine's best hits are ranked again. */
const RERANKED_HITS = 100;
const MAX_IDENTIFIER_HITS = 20;
const RANKED_BY = ['product_id', 'rank_terms', 'in_stock', 'featured'] satisfies (keyof Candidate)[];

type IdentifierHit = Candidate & { readonly identifiers: readonly string[] };

export async function findCandidates(ask: Ask, query: string, limit: number): Promise<Ranking> {
  const read = await withinWordLimit(ask, readQuery(query));
  const { identifier, words, isUnfinished } = read;
  const retrieved = { limit: Math.max(limit, RERANKED_HITS), attributesToRetrieve: RANKED_BY };
  const first = firstSearch(read);
  const [byText, byIdentifier] = await ask<IdentifierHit>([
    { ...first, ...retrieved },
    ...(identifier === null ? [] : [identifierSearch(identifier)]),
  ]);
  let hits = byText?.hits ?? [];
  const named = byIdentifier?.hits ?? [];
  const further = named.length > 0 ? [] : furtherSearches(read, hits.length, limit);
  if (further.length > 0) {
    const answers = await ask<IdentifierHit>(further.map((search) => ({ ...search, ...retrieved })));
    hits = withoutRepeats([hits, ...answers.map((answer) => answer.hits)].flat());
  }
  // The others stay as they are, so that the first ones are the same however many are asked for.
  const best = rerank(hits.slice(0, RERANKED_HITS), words, isUnfinished);
  const textIds = [...best, ...hits.slice(RERANKED_HITS)].map(({ product_id }) => product_id);
  const productIds = merged(textIds, named, identifier ?? '').slice(0, limit);
  return { productIds, searches: [first, ...further], query: read };
}

function withoutRepeats<C extends Candidate>(hits: readonly C[]): C[] {
  const byId = new Map<string, C>();
  for (const hit of hits) if (!byId.has(hit.product_id)) byId.set(hit.product_id, hit);
  return [...byId.values()];
}

const identifierSearch = (identifier: string): EngineSearch => ({
  q: '',
  filter: [identifierFilter(identifier)],
  limit: MAX_IDENTIFIER_HITS,
  attributesToRetrieve: [...RANKED_BY, 'identifiers'],
});

/** So much of an identifier is hardly a word, too. */
const TELLING_LENGTH = 6;

/** What has the identifier comes first; what has only its beginning or end, before the words if that much was typed. */
function merged(textIds: readonly string[], hits: readonly IdentifierHit[], identifier: string): readonly string[] {
  const idsOf = (isWhole: boolean) =>
    hits.filter(({ identifiers }) => identifiers.includes(identifier) === isWhole).map(({ product_id }) => product_id);
  const partly = idsOf(false);
  const inOrder = identifier.length >= TELLING_LENGTH ? [...partly, ...textIds] : [...textIds, ...partly];
  return [...new Set([...idsOf(true), ...inOrder])];
}
