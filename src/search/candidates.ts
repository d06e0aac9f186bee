/**
 * Finds the products that a search is about, best first: the engine's best hits in the order of `rerank.ts`, and products
 * by their identifiers. One request to the engine; a second one only where that finds nothing, and one before it for a
 * query of more words than the engine takes.
 */
import type { SearchAnswer } from '../platform/meilisearch.ts';
import { identifierFilter } from './filter.ts';
import type { SearchDocument } from './index-document.ts';
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
}

/** Asks the engine several searches in one request. */
export type Ask = <H>(searches: readonly EngineSearch[]) => Promise<readonly SearchAnswer<H>[]>;

export interface Ranking {
  /** Best first. */
  readonly hits: readonly RankedHit[];
  readonly query: ShopperQuery;
}

export interface RankedHit {
  readonly productId: string;
  /** Which texts it has, see `texts.ts`. */
  readonly textsHash: string;
}

/** So many of the engine's best hits are ranked again. */
const RERANKED_HITS = 100;
const MAX_IDENTIFIER_HITS = 20;

type FoundHit = Candidate & Pick<SearchDocument, 'texts_hash'>;
type IdentifierHit = FoundHit & Pick<SearchDocument, 'identifiers'>;

const RETRIEVED = ['product_id', 'rank_terms', 'in_stock', 'featured', 'texts_hash'] satisfies (keyof FoundHit)[];

export async function findCandidates(ask: Ask, query: string, limit: number): Promise<Ranking> {
  const read = await withinWordLimit(ask, readQuery(query));
  const { identifier, words, isUnfinished } = read;
  const retrieved = { limit: Math.max(limit, RERANKED_HITS), attributesToRetrieve: RETRIEVED };
  const [byText, byIdentifier] = await ask<IdentifierHit>([
    { ...firstSearch(read), ...retrieved },
    ...(identifier === null ? [] : [identifierSearch(identifier)]),
  ]);
  let hits: readonly FoundHit[] = byText?.hits ?? [];
  const named = byIdentifier?.hits ?? [];
  const further = named.length > 0 ? [] : furtherSearches(read, hits.length, limit);
  if (further.length > 0) {
    const answers = await ask<FoundHit>(further.map((search) => ({ ...search, ...retrieved })));
    hits = withoutRepeats([hits, ...answers.map((answer) => answer.hits)].flat());
  }
  // The others stay as they are, so that the first ones are the same however many are asked for.
  const best = rerank(hits.slice(0, RERANKED_HITS), words, isUnfinished);
  const inOrder = merged([...best, ...hits.slice(RERANKED_HITS)], named, identifier ?? '').slice(0, limit);
  return {
    hits: inOrder.map(({ product_id, texts_hash }) => ({ productId: product_id, textsHash: texts_hash })),
    query: read,
  };
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
  attributesToRetrieve: [...RETRIEVED, 'identifiers'],
});

/** So much of an identifier is hardly a word, too. */
const TELLING_LENGTH = 6;

/** What has the identifier comes first; what has only its beginning or end, before the words if that much was typed. */
function merged(byText: readonly FoundHit[], named: readonly IdentifierHit[], identifier: string): readonly FoundHit[] {
  if (named.length === 0) return byText;
  const wholly = named.filter(({ identifiers }) => identifiers.includes(identifier));
  const partly = named.filter(({ identifiers }) => !identifiers.includes(identifier));
  const inOrder = identifier.length >= TELLING_LENGTH ? [...partly, ...byText] : [...byText, ...partly];
  return withoutRepeats([...wholly, ...inOrder]);
}
