/**
 * Searches the index for one merchant, in two steps: which products, best first, and then where the query is in them. The
 * second is for the products that are shown alone, and takes place while these are read from MongoDB. Every request has the
 * filter of `filter.ts` and goes by the merchant's own client.
 */
import type { Logger } from '../platform/logger.ts';
import { isMeilisearchUnavailable, meilisearchCode } from '../platform/meilisearch.ts';
import { Problem } from '../problems.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import { type Ask, type EngineSearch, findCandidates, type Ranking } from './candidates.ts';
import { merchantFilter, productsFilter, searchFilter } from './filter.ts';
import { SPELLINGS_FIELD } from './index-document.ts';
import { ALL_TEXT_FIELDS, PUBLISHED_SEARCHED_FIELDS, PUBLISHED_TEXT_FIELDS } from './index-settings.ts';
import { findMatches, type Hit, matchesOf, type SearchMatch } from './matches.ts';
import { createMerchantClients, type MerchantClientsOptions } from './merchant-clients.ts';
import type { SearchRequest } from './parameters.ts';
import { createWordMatcher, isReadable } from './word-matcher.ts';

export interface SearchEngine {
  /** The best products of a merchant, best first. Throws the Problem `search_unavailable` when the engine cannot answer. */
  rank(scope: MerchantScope, request: SearchRequest, signal: AbortSignal): Promise<Ranking>;
  /** What of ranked products matched, by product id, one match at least; without those that have left the index since. */
  explain(
    scope: MerchantScope,
    request: SearchRequest,
    ranking: Ranking,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly SearchMatch[]>>;
  /** Null when a search could be answered, else what is missing. Throws when the engine does not answer. */
  readiness(): Promise<string | null>;
}

const SEARCH_TIMEOUT_MS = 2000;
/** More than are asked for: ids that differ only in case come along, see `productsFilter`. */
const EXPLAINED_LIMIT = 1000;

export function createSearchEngine(options: MerchantClientsOptions): SearchEngine {
  const { client, indexName, logger } = options;
  const clientOf = createMerchantClients(options);

  function askFor(scope: MerchantScope, request: SearchRequest, signal: AbortSignal): Ask {
    const conditions = searchFilter(scope, request.filter);
    const searched = scope.visibility === 'published' ? { attributesToSearchOn: PUBLISHED_SEARCHED_FIELDS } : {};
    const timeout = { signal: AbortSignal.any([signal, AbortSignal.timeout(SEARCH_TIMEOUT_MS)]) };
    const query = ({ filter = [], attributesToRetrieve, ...search }: EngineSearch) => ({
      ...search,
      ...searched,
      indexUid: indexName,
      attributesToRetrieve: [...attributesToRetrieve],
      filter: [...conditions, ...filter],
    });
    return async (searches) => {
      try {
        const merchantClient = await clientOf(scope.merchantId);
        const answer = await merchantClient.multiSearch({ queries: searches.map(query) }, timeout);
        return answer.results as never;
      } catch (error) {
        throw problemOf(error, logger);
      }
    };
  }

  return {
    rank: (scope, request, signal) => findCandidates(askFor(scope, request, signal), request.query, request.limit),

    async explain(scope, request, { productIds, searches, query }, signal) {
      const ask = askFor(scope, request, signal);
      const { highlight } = request;
      const { identifier } = query;
      // The engine tells matches in every field it gives, searched or not: a text that may not be seen is not asked for.
      const textFields = scope.visibility === 'published' ? PUBLISHED_TEXT_FIELDS : ALL_TEXT_FIELDS;
      const documents = (ids: readonly string[]) => ({
        q: '',
        filter: [productsFilter(ids)],
        limit: EXPLAINED_LIMIT,
        attributesToRetrieve: ['product_id', 'location_id', SPELLINGS_FIELD, ...textFields],
      });
      const explained = new Map<string, readonly SearchMatch[]>();
      if (isReadable(query) && productIds.length > 0) {
        const [found] = await ask<Hit>([documents(productIds)]);
        const finding = { identifier, wordMatcher: createWordMatcher(query) };
        for (const hit of found?.hits ?? []) {
          const matches = findMatches(hit, highlight, finding);
          if (matches.length > 0) explained.set(hit.product_id, matches);
        }
      }
      const unexplained = productIds.filter((id) => !explained.has(id));
      if (unexplained.length === 0) return explained;
      const found = documents(unexplained);
      const answers = await ask<Hit>([
        // What was found by an identifier alone has none of the words; of several searches the first tells.
        ...(identifier === null ? [] : [found]),
        ...searches.toReversed().map((search) => ({ ...found, ...search, showMatchesPosition: true })),
      ]);
      for (const hit of answers.flatMap(({ hits }) => hits))
        explained.set(hit.product_id, matchesOf(hit, highlight, { identifier }));
      return explained;
    },

    async readiness() {
      const timeout = { signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS) };
      try {
        // A search of nothing tells more than a health check: the index is there and has its settings.
        await client.index(indexName).search('', { limit: 0, filter: merchantFilter('-') }, timeout);
        return null;
      } catch (error) {
        if (meilisearchCode(error) === 'index_not_found')
          return `there is no index ${indexName} yet: the indexer builds it`;
        if (meilisearchCode(error) === 'invalid_search_filter') return `the index ${indexName} has no settings yet`;
        throw error;
      }
    },
  };
}

/** The index is missing or not ready (a first build, a foreign index): search is out until the indexer has built it. */
const NOT_READY_CODES = new Set(['index_not_found', 'invalid_search_filter', 'invalid_search_attributes_to_search_on']);

function problemOf(error: unknown, logger: Logger): unknown {
  const code = meilisearchCode(error);
  if (code !== null && NOT_READY_CODES.has(code)) {
    logger.error({ code }, 'the search index is not ready: is the indexer running?');
    return new Problem('search_unavailable', { headers: { 'Retry-After': '5' }, cause: error });
  }
  if (isMeilisearchUnavailable(error)) {
    return new Problem('search_unavailable', { headers: { 'Retry-After': '2' }, cause: error });
  }
  return error;
}
