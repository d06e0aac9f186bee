/**
 * Finds the products that a search is about, best first: the engine's best hits in the order of `rerank.ts`, and products
 * by their identifiers (`identified.ts`). One request to the engine; a second one only where that finds nothing or too many
 * with one beginning, and one before it for a query of more words than the engine takes.
 */
import type { SearchAnswer } from '../platform/meilisearch.ts';
import { productsFilter } from './filter.ts';
import {
  allIdentified,
  type IdentifierHit,
  identifierSearches,
  namedHits,
  nameExclusions,
  searchForName,
  searchForPart,
  withIdentified,
} from './identified.ts';
import type { SearchDocument } from './index-document.ts';
import { type NamedWord, readQuery, type ShopperQuery } from './query.ts';
import { type Candidate, rerank } from './rerank.ts';
import { type QueryRule, queryKey, type SearchRules } from './rules/search-rules.ts';
import { type SynonymGroup, widen } from './rules/synonyms.ts';
import { firstSearch, furtherSearches, type Search, withinWordLimit } from './searches.ts';
import { isUnspaced, singular } from './words.ts';

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

/** So many of the engine's best hits are ranked again. Each costs it time: it takes the whole document apart. */
const RERANKED_HITS = 30;
/** Of a query in a script without spaces, of whose words the engine does not know the weights. */
const RERANKED_UNSPACED_HITS = 100;

export type FoundHit = Candidate & Pick<SearchDocument, 'texts_hash'>;

const RETRIEVED = ['product_id', 'rank_terms', 'in_stock', 'featured', 'texts_hash'] satisfies (keyof FoundHit)[];

export async function findCandidates(ask: Ask, query: string, limit: number, rules: SearchRules): Promise<Ranking> {
  const { pinned, hidden } = ruleFor(query, rules);
  const typed = readQuery(query);
  const limited = await withinWordLimit(ask, typed);
  const { query: read, variants } = widen(query, limited, rules);
  const { identifier, names, words, isUnfinished, synonyms } = read;
  const reranked = words.some(isUnspaced) ? RERANKED_UNSPACED_HITS : RERANKED_HITS;
  const retrieved = {
    limit: Math.max(limit, reranked) + hidden.size,
    attributesToRetrieve: RETRIEVED,
    filter: nameExclusions(read),
  };
  // Without a word the engine would give everything. Of a query of too many words only some are asked: there is no room for others.
  const asked = read.parts.length === 0 ? [] : [read, ...(limited === typed ? variants : [])];
  const byIdentifier = identifierSearches(RETRIEVED, hidden.size);
  const searches = [
    ...asked.map((each) => ({ ...firstSearch(each), ...retrieved })),
    ...names.map((name) => searchForName(byIdentifier, name, read)),
    ...(identifier === null ? [] : [searchForPart(byIdentifier, identifier)]),
    ...(pinned.length === 0 ? [] : [pinnedSearch(pinned)]),
  ];
  const answers = (searches.length === 0 ? [] : await ask<IdentifierHit>(searches)).map(({ hits }) => hits);
  const shown = answers.map((hits) => withoutHidden(hits, hidden));
  let lists: (readonly FoundHit[])[] = shown.slice(0, asked.length);
  const identified =
    identifier === null
      ? []
      : withoutHidden(await allIdentified(ask, byIdentifier, identifier, answers[asked.length] ?? []), hidden);
  const named = joined(names.map((name, index) => namedHits(name, shown[asked.length + index] ?? [])));
  const isEnough = identified.length + named.length > 0 || asked.length === 0;
  const further = isEnough ? [] : furtherSearches(read, Math.max(...lists.map(({ length }) => length)), limit);
  if (further.length > 0) {
    const more = await ask<FoundHit>(further.map((each) => ({ ...each, ...retrieved })));
    lists = [withoutRepeats([...lists, ...more.map(({ hits }) => withoutHidden(hits, hidden))].flat())];
  }
  // The others stay as they are, so that the first ones are the same however many are asked for.
  const candidates = joined([...lists.map((hits) => hits.slice(0, reranked)), named]);
  const best = rerank(candidates, words, isUnfinished, [...synonyms, ...asSynonyms(names)]);
  const byText = joined([best, ...lists.map((hits) => hits.slice(reranked))]);
  const ranked = identifier === null ? byText : withoutRepeats(withIdentified(byText, identified, identifier));
  const inOrder = pinned.length === 0 ? ranked : withPinned(ranked, pinned, shown.at(-1) ?? []);
  return {
    hits: inOrder
      .slice(0, limit)
      .map(({ product_id, texts_hash }) => ({ productId: product_id, textsHash: texts_hash })),
    query: read,
  };
}

/** Each name of several words as something that these mean, too: ranking knows it as one. */
const asSynonyms = (names: readonly NamedWord[]): SynonymGroup[] =>
  names
    .filter(({ words }) => words.length > 1)
    .map(({ key, words }) => ({ words: words.map(singular), alternatives: [{ key, words: [key], text: key }] }));

const NO_RULE: QueryRule = { pinned: [], hidden: new Set() };
const ruleFor = (query: string, { queries }: SearchRules): QueryRule =>
  queries.size === 0 ? NO_RULE : (queries.get(queryKey(query)) ?? NO_RULE);

const withoutHidden = <C extends Candidate>(hits: readonly C[], hidden: ReadonlySet<string>): readonly C[] =>
  hidden.size === 0 ? hits : hits.filter(({ product_id }) => !hidden.has(product_id));

/** What is pinned comes first, as far as the engine knows it and the caller may see it. */
function withPinned(ranked: readonly FoundHit[], pinned: readonly string[], found: readonly FoundHit[]): FoundHit[] {
  const byId = new Map(found.map((hit) => [hit.product_id, hit]));
  return withoutRepeats([...pinned.flatMap((id) => byId.get(id) ?? []), ...ranked]);
}

/** Several lists as one. */
function joined<C extends Candidate>(lists: readonly (readonly C[])[]): readonly C[] {
  const [only = [], ...others] = lists.filter(({ length }) => length > 0);
  return others.length === 0 ? only : withoutRepeats([only, ...others].flat());
}

function withoutRepeats<C extends Candidate>(hits: readonly C[]): C[] {
  const byId = new Map<string, C>();
  for (const hit of hits) if (!byId.has(hit.product_id)) byId.set(hit.product_id, hit);
  return [...byId.values()];
}

/** More than are asked for: ids that differ only in case come along, see `productsFilter`. */
const MAX_PINNED_HITS = 1000;

const pinnedSearch = (ids: readonly string[]): EngineSearch => ({
  q: '',
  filter: [productsFilter(ids)],
  limit: MAX_PINNED_HITS,
  attributesToRetrieve: RETRIEVED,
});
