/**
 * Finds the products that a search is about, best first: the engine's best hits in the order of `ranking/rank.ts`, and products
 * by their identifiers (`retrieval/identifier-searches.ts`). One request to the engine; a second one only where that finds nothing, too many
 * with one beginning, or no product with a word that was taken for a plural, and one before it for a query of more words
 * than the engine takes.
 */
import { copied } from '../memory/text-size.ts';
import type { SearchAnswer } from '../platform/meilisearch.ts';
import type { SearchDocument } from './index/document.ts';
import { type RankingPayload, readRankingPayload } from './index/ranking-payload.ts';
import { type NamedWord, readQuery, type ShopperQuery } from './query/parse.ts';
import { rerank } from './ranking/rank.ts';
import { productsFilter } from './retrieval/filter.ts';
import {
  allIdentified,
  identifierSearches,
  namedHits,
  nameExclusions,
  searchForName,
  searchForPart,
  withIdentified,
} from './retrieval/identifier-searches.ts';
import { firstSearch, furtherSearches, type Search, withinWordLimit } from './retrieval/plan.ts';
import { type QueryRule, queryKey, type SearchRules } from './rules/search-rules.ts';
import { type SynonymGroup, widen } from './rules/synonyms.ts';
import { stem } from './text/stem.ts';
import { isUnspaced } from './text/tokenize.ts';

/** One search among the documents that the caller may see. */
export interface EngineSearch {
  readonly q: string;
  readonly matchingStrategy?: Search['matchingStrategy'];
  readonly limit: number;
  readonly attributesToRetrieve: readonly (keyof FoundDocument)[];
  /** Conditions beside those of the scope and the request. */
  readonly filter?: readonly string[];
}

/** A document that a search found, as far as it was asked for. */
export type FoundDocument = Pick<SearchDocument, 'ranking_payload'> & Partial<Pick<SearchDocument, 'texts'>>;

/** Asks the engine several searches in one request. */
export type Ask = (searches: readonly EngineSearch[]) => Promise<readonly SearchAnswer<FoundDocument>[]>;

/** The hits of several searches, asked in one request; none of these where there are no searches. */
export async function askHits(ask: Ask, searches: readonly EngineSearch[]): Promise<(readonly RankingPayload[])[]> {
  const answers = searches.length === 0 ? [] : await ask(searches);
  return answers.map(({ hits }) => hits.map(({ ranking_payload }) => readRankingPayload(ranking_payload)));
}

export interface Ranking {
  /** Best first. */
  readonly hits: readonly RankedHit[];
  readonly query: ShopperQuery;
}

export interface RankedHit {
  readonly productId: string;
  /** Which texts it has, see `index/product-texts.ts`. */
  readonly textsHash: string;
}

/** So many of the engine's best hits are ranked again. Each costs it time: it takes the whole document apart. */
const RERANKED_HITS = 30;
/** Of a query in a script without spaces, of whose words the engine does not know the weights. */
const RERANKED_UNSPACED_HITS = 100;

export async function findCandidates(ask: Ask, query: string, limit: number, rules: SearchRules): Promise<Ranking> {
  const { pinned, hidden } = ruleFor(query, rules);
  const typed = readQuery(query);
  const limited = await withinWordLimit(ask, typed);
  const { query: read, variants } = widen(query, limited, rules);
  const { identifier, names, words, isUnfinished, synonyms } = read;
  const reranked = words.some(isUnspaced) ? RERANKED_UNSPACED_HITS : RERANKED_HITS;
  const filter = nameExclusions(read);
  const byText = ({ q, matchingStrategy }: Search): EngineSearch => ({
    limit: Math.max(limit, reranked) + hidden.size,
    attributesToRetrieve: ['ranking_payload'],
    ...{ q, matchingStrategy, filter },
  });
  // Without a word the engine would give everything. Of a query of too many words only some are asked: there is no room for others.
  const asked = read.parts.length === 0 ? [] : [read, ...(limited === typed ? variants : [])];
  const byIdentifier = identifierSearches(hidden.size);
  const searches = [
    ...asked.map((each) => byText(firstSearch(each))),
    ...names.map((name) => searchForName(byIdentifier, name, read)),
    ...(identifier === null ? [] : [searchForPart(byIdentifier, identifier)]),
    ...(pinned.length === 0 ? [] : [pinnedSearch(pinned)]),
  ];
  const answers = await askHits(ask, searches);
  const shown = answers.map((hits) => withoutHidden(hits, hidden));
  let lists: (readonly RankingPayload[])[] = shown.slice(0, asked.length);
  const identified =
    identifier === null
      ? []
      : withoutHidden(await allIdentified(ask, byIdentifier, identifier, answers[asked.length] ?? []), hidden);
  const named = joined(names.map((name, index) => namedHits(name, shown[asked.length + index] ?? [])));
  const isEnough = identified.length + named.length > 0 || asked.length === 0;
  const further = isEnough ? [] : furtherSearches(read, lists, limit);
  if (further.length > 0) {
    const more = await askHits(ask, further.map(byText));
    lists = [...lists, withoutRepeats(withoutHidden(more.flat(), hidden))];
  }
  // The others stay as they are, so that the first ones are the same however many are asked for.
  const candidates = joined([...lists.map((hits) => hits.slice(0, reranked)), named]);
  const best = rerank(candidates, words, isUnfinished, [...synonyms, ...asSynonyms(names)]);
  const inText = joined([best, ...lists.map((hits) => hits.slice(reranked))]);
  const ranked = identifier === null ? inText : withoutRepeats(withIdentified(inText, identified, identifier));
  const inOrder = pinned.length === 0 ? ranked : withPinned(ranked, pinned, shown.at(-1) ?? []);
  return {
    hits: inOrder
      .slice(0, limit)
      // They are kept longer than what the engine said.
      .map(({ productId, textsHash }) => ({ productId: copied(productId), textsHash: copied(textsHash) })),
    query: read,
  };
}

/** Each name of several words as something that these mean, too: ranking knows it as one. */
const asSynonyms = (names: readonly NamedWord[]): SynonymGroup[] =>
  names
    .filter(({ words }) => words.length > 1)
    .map(({ key, words }) => ({ words: words.map(stem), alternatives: [{ key, words: [key], text: key }] }));

const NO_RULE: QueryRule = { pinned: [], hidden: new Set() };
const ruleFor = (query: string, { queries }: SearchRules): QueryRule =>
  queries.size === 0 ? NO_RULE : (queries.get(queryKey(query)) ?? NO_RULE);

const withoutHidden = (hits: readonly RankingPayload[], hidden: ReadonlySet<string>): readonly RankingPayload[] =>
  hidden.size === 0 ? hits : hits.filter(({ productId }) => !hidden.has(productId));

/** What is pinned comes first, as far as the engine knows it and the caller may see it. */
function withPinned(
  ranked: readonly RankingPayload[],
  pinned: readonly string[],
  found: readonly RankingPayload[],
): RankingPayload[] {
  const byId = new Map(found.map((hit) => [hit.productId, hit]));
  return withoutRepeats([...pinned.flatMap((id) => byId.get(id) ?? []), ...ranked]);
}

/** Several lists as one. */
function joined(lists: readonly (readonly RankingPayload[])[]): readonly RankingPayload[] {
  const [only = [], ...others] = lists.filter(({ length }) => length > 0);
  return others.length === 0 ? only : withoutRepeats([only, ...others].flat());
}

function withoutRepeats(hits: readonly RankingPayload[]): RankingPayload[] {
  const byId = new Map<string, RankingPayload>();
  for (const hit of hits) if (!byId.has(hit.productId)) byId.set(hit.productId, hit);
  return [...byId.values()];
}

/** More than are asked for: ids that differ only in case come along, see `productsFilter`. */
const MAX_PINNED_HITS = 1000;

const pinnedSearch = (ids: readonly string[]): EngineSearch => ({
  q: '',
  filter: [productsFilter(ids)],
  limit: MAX_PINNED_HITS,
  attributesToRetrieve: ['ranking_payload'],
});
