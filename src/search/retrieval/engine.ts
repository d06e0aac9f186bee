/**
 * Searches the index for one merchant. Every request has the conditions of `scope-filter.ts` and the merchant's own tenant token.
 * All requests of one search share one time limit.
 */
import type { HttpClient } from '../../platform/http-client.ts';
import type { Logger } from '../../platform/logger.ts';
import {
  isKeyRefused,
  KEY_REFUSED,
  meilisearchCode,
  postSearches,
  type SearchAnswer,
} from '../../platform/meilisearch.ts';
import type { ApiMetrics } from '../../platform/metrics.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { SearchDocument } from '../index/document.ts';
import { merchantFilter, productsFilter } from '../index/filters.ts';
import { readRankingPayload } from '../index/ranking-payload.ts';
import { PUBLISHED_SEARCHED_FIELDS } from '../index/settings.ts';
import { notReady, searchProblem } from './engine-problems.ts';
import { type EngineSearch, type Found, planLabels, type SearchPlan } from './found.ts';
import { type SearchFilter, scopeFilter } from './scope-filter.ts';
import { createTenantTokens, type TenantTokensOptions } from './tenant-tokens.ts';

export interface SearchEngine {
  /** Opens the searches of one request. The time limit starts with the first of them. */
  open(scope: MerchantScope, filter: SearchFilter, signal: AbortSignal): EngineSession;
  /** Null when a search could be answered, else what is missing. Throws when the engine does not answer. */
  readiness(): Promise<string | null>;
}

/** Each method is one request, and throws the Problem `search_unavailable` when the engine cannot answer. */
export interface EngineSession {
  /** Runs the searches of a plan. */
  find(plan: SearchPlan): Promise<Found>;
  /** How many products have each phrase, about. */
  count(phrases: readonly string[]): Promise<readonly number[]>;
  /** The texts of these products; without those that have left the index. */
  readTexts(productIds: readonly string[]): Promise<readonly WrittenTexts[]>;
}

/** The texts of a product as the index has them, see `index/product-texts.ts`. */
export interface WrittenTexts {
  readonly productId: string;
  readonly textsHash: string;
  readonly texts: string;
}

export interface SearchEngineOptions extends TenantTokensOptions {
  readonly url: string;
  readonly http: HttpClient;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
}

type FoundDocument = Pick<SearchDocument, 'ranking_payload'> & Partial<Pick<SearchDocument, 'texts'>>;

interface IndexSearch extends EngineSearch {
  readonly attributesToRetrieve: readonly (keyof FoundDocument)[];
}

const SEARCH_TIMEOUT_MS = 1800;
/** More than are asked for: `productsFilter` also matches ids that differ only in case. */
const MAX_TEXTS = 1000;

export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  const { client, url, http, indexName, logger, metrics } = options;
  const tokens = createTenantTokens(options);
  const searchesUrl = new URL('multi-search', url.endsWith('/') ? url : `${url}/`);

  async function withFreshToken<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (meilisearchCode(error) !== 'invalid_api_key') throw error;
      tokens.forget();
      return await send();
    }
  }

  return {
    open(scope, filter, signal) {
      const conditions = scopeFilter(scope, filter);
      const attributesToSearchOn = scope.visibility === 'published' ? PUBLISHED_SEARCHED_FIELDS : undefined;
      let deadlineMs: number | undefined;
      const post = async (searches: readonly IndexSearch[]) => {
        deadlineMs ??= performance.now() + SEARCH_TIMEOUT_MS;
        return await postSearches<FoundDocument>(http, {
          url: searchesUrl,
          apiKey: await tokens.of(scope.merchantId),
          queries: searches.map(({ filter: further = [], ...search }) => ({
            ...{ indexUid: indexName, filter: [...conditions, ...further], attributesToSearchOn },
            ...search,
          })),
          timeoutMs: deadlineMs - performance.now(),
          signal,
        });
      };
      return sessionOver(async (searches) => {
        if (searches.length === 0) return [];
        try {
          const answers = await metrics.timed('meilisearch', 'search', () => withFreshToken(() => post(searches)));
          if (answers.some(isOfAnotherVersion)) throw notReady(logger, 'it is of another version');
          return answers;
        } catch (error) {
          throw searchProblem(error, logger);
        }
      });
    },

    async readiness() {
      const timeout = { signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS) };
      try {
        // A search tells more than a health check: the index is there and has its settings.
        await client.index(indexName).search('', { limit: 0, filter: merchantFilter('-') }, timeout);
        return null;
      } catch (error) {
        if (isKeyRefused(error)) return KEY_REFUSED;
        if (meilisearchCode(error) === 'index_not_found')
          return `there is no index ${indexName} yet: the indexer builds it`;
        if (meilisearchCode(error) === 'invalid_search_filter') return `the index ${indexName} has no settings yet`;
        throw error;
      }
    },
  };
}

/** Every document has a payload, unless another version of the indexer wrote it. */
const isOfAnotherVersion = ({ hits: [first] }: SearchAnswer<Partial<FoundDocument>>): boolean =>
  first !== undefined && first.ranking_payload === undefined;

function sessionOver(
  post: (searches: readonly IndexSearch[]) => Promise<readonly SearchAnswer<FoundDocument>[]>,
): EngineSession {
  return {
    async find(plan) {
      const searches = planLabels.flatMap((label) => plan[label]);
      const answers = await post(searches.map((search) => ({ attributesToRetrieve: ['ranking_payload'], ...search })));
      const found = answers.map(({ hits }) => hits.map((hit) => readRankingPayload(hit.ranking_payload)));
      const take = (label: keyof SearchPlan) => found.splice(0, plan[label].length);
      // In the order of `planLabels`.
      return {
        text: take('text'),
        identifierTerms: take('identifierTerms'),
        identifier: take('identifier'),
        pinned: take('pinned'),
      };
    },

    async count(phrases) {
      const answers = await post(phrases.map((q) => ({ q, limit: 0, attributesToRetrieve: [] })));
      return answers.map(({ estimatedTotalHits }) => estimatedTotalHits);
    },

    async readTexts(productIds) {
      if (productIds.length === 0) return [];
      const filter = [productsFilter(productIds)];
      const [answer] = await post([
        { q: '', filter, limit: MAX_TEXTS, attributesToRetrieve: ['ranking_payload', 'texts'] },
      ]);
      return (answer?.hits ?? []).map(({ ranking_payload, texts = '{}' }) => {
        const { productId, textsHash } = readRankingPayload(ranking_payload);
        return { productId, textsHash, texts };
      });
    },
  };
}
