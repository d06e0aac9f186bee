/**
 * Searches the index for one merchant: which products, best first, and the texts of those that are shown. Every request has
 * the filter of `filter.ts` and goes under the merchant's own token. All requests of one search share one time limit.
 */
import { LRUCache } from 'lru-cache';
import { copied, textBytes } from '../../memory/text-size.ts';
import type { Cancellation, HttpClient } from '../../platform/http-client.ts';
import type { Logger } from '../../platform/logger.ts';
import {
  isKeyRefused,
  isMeilisearchUnavailable,
  KEY_REFUSED,
  meilisearchCode,
  postSearches,
  type SearchAnswer,
} from '../../platform/meilisearch.ts';
import type { ApiMetrics } from '../../platform/metrics.ts';
import { Problem } from '../../problems.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { KeepRankings } from '../cache/ranking-cache.ts';
import { type ProductTexts, readTexts } from '../index/product-texts.ts';
import { readRankingPayload } from '../index/ranking-payload.ts';
import { PUBLISHED_SEARCHED_FIELDS } from '../index/settings.ts';
import type { SearchFilter, SearchRequest } from '../parameters.ts';
import {
  type Ask,
  type EngineSearch,
  type FoundDocument,
  findCandidates,
  type RankedHit,
  type Ranking,
} from '../pipeline.ts';
import type { FindRules } from '../rules/rules-cache.ts';
import { merchantFilter, productsFilter, searchFilter } from './filter.ts';
import { createMerchantKeys, type MerchantKeysOptions } from './tenant-tokens.ts';

export interface SearchEngine {
  /** The best products of a merchant, best first. Throws the Problem `search_unavailable` when the engine cannot answer. */
  rank(scope: MerchantScope, request: SearchRequest, cancellation: Cancellation): Promise<Ranking & Texts>;
  /** Null when a search could be answered, else what is missing. Throws when the engine does not answer. */
  readiness(): Promise<string | null>;
}

interface Texts {
  /** The texts of the hits by product id; without those that have left the index since. Throws as `rank` does. */
  readTexts(): Promise<ReadonlyMap<string, ProductTexts>>;
}

interface SearchEngineOptions extends MerchantKeysOptions {
  readonly url: string;
  readonly http: HttpClient;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
  readonly keepRankings: KeepRankings;
  readonly findRules: FindRules;
  /** How much memory texts that were read before may take. */
  readonly maxTextBytes: number;
}

const SEARCH_TIMEOUT_MS = 1800;
/** More than are asked for: ids that differ only in case come along, see `productsFilter`. */
const TEXTS_LIMIT = 1000;

export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  const { client, url, http, indexName, logger, metrics, keepRankings, findRules, maxTextBytes } = options;
  const keys = createMerchantKeys(options);
  const kept = createKeptTexts(maxTextBytes);
  const searchesUrl = new URL('multi-search', url.endsWith('/') ? url : `${url}/`);

  function askFor(scope: MerchantScope, filter: SearchFilter, cancellation: Cancellation): Ask {
    const conditions = searchFilter(scope, filter);
    const attributesToSearchOn = scope.visibility === 'published' ? PUBLISHED_SEARCHED_FIELDS : undefined;
    const endMs = performance.now() + SEARCH_TIMEOUT_MS;
    const query = ({ q, matchingStrategy, limit, attributesToRetrieve, filter: further = [] }: EngineSearch) => ({
      indexUid: indexName,
      filter: [...conditions, ...further],
      ...{ q, matchingStrategy, limit, attributesToRetrieve, attributesToSearchOn },
    });
    const post = async (searches: readonly EngineSearch[]) =>
      await postSearches<FoundDocument>(http, {
        url: searchesUrl,
        apiKey: await keys.of(scope.merchantId),
        queries: searches.map(query),
        timeoutMs: endMs - performance.now(),
        cancellation,
      });
    return async (searches) => {
      try {
        const answers = await metrics.timed('meilisearch', 'search', () => withFreshKey(() => post(searches)));
        if (answers.some(isOfAnotherVersion)) throw notReady(logger, 'it is of another version');
        return answers;
      } catch (error) {
        throw problemOf(error, logger);
      }
    };
  }

  async function withFreshKey<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (meilisearchCode(error) !== 'invalid_api_key') throw error;
      keys.forget();
      return await work();
    }
  }

  async function readTextsOf(ask: Ask, hits: readonly RankedHit[]): Promise<ReadonlyMap<string, ProductTexts>> {
    const found = new Map<string, ProductTexts>();
    const missing: string[] = [];
    for (const { productId, textsHash } of hits) {
      const texts = kept.get(textsHash);
      if (texts === undefined) missing.push(productId);
      else found.set(productId, texts);
    }
    if (missing.length === 0) return found;
    for (const { productId, textsHash, texts } of await askTexts(ask, missing))
      found.set(productId, kept.add(textsHash, texts));
    return found;
  }

  return {
    async rank(scope, request, cancellation) {
      const ask = askFor(scope, request.filter, cancellation);
      const rules = await findRules(scope);
      const ranking = await keepRankings(scope, request, rules.stamp, () =>
        findCandidates(ask, request.query, request.limit, rules),
      );
      const { hits, query } = ranking;
      return { hits, query, readTexts: () => readTextsOf(ask, hits) };
    },

    async readiness() {
      const timeout = { signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS) };
      try {
        // A search of nothing tells more than a health check: the index is there and has its settings.
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

/** The texts of products as they are written. */
async function askTexts(ask: Ask, productIds: readonly string[]) {
  const filter = [productsFilter(productIds)];
  const [answer] = await ask([
    { q: '', filter, limit: TEXTS_LIMIT, attributesToRetrieve: ['ranking_payload', 'texts'] },
  ]);
  return (answer?.hits ?? []).map(({ ranking_payload, texts = '{}' }) => {
    const { productId, textsHash } = readRankingPayload(ranking_payload);
    return { productId, textsHash: copied(textsHash), texts };
  });
}

interface KeptTexts {
  get(hash: string): ProductTexts | undefined;
  /** Reads what the engine gave, and keeps it. */
  add(hash: string, written: string): ProductTexts;
}

const ENTRY_BYTES = 200;

/**
 * Texts never become stale: a product that has others has another hash. They are kept as they are written, which takes a
 * third of the memory; to read one takes some microseconds.
 */
function createKeptTexts(maxBytes: number): KeptTexts {
  if (maxBytes === 0) return { get: () => undefined, add: (_hash, written) => readTexts(written) };
  const texts = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (written) => textBytes(written) + ENTRY_BYTES,
  });
  return {
    get(hash) {
      const written = texts.get(hash);
      return written === undefined ? undefined : readTexts(written);
    },
    add(hash, written) {
      texts.set(hash, written);
      return readTexts(written);
    },
  };
}

/** The index is missing or not ready (a first build, a foreign index): search is out until the indexer has built it. */
const NOT_READY_CODES = new Set(['index_not_found', 'invalid_search_filter', 'invalid_search_attributes_to_search_on']);

function notReady(logger: Logger, why: string): Problem {
  logger.error({ why }, 'the search index is not ready: is the indexer running, and of the same version?');
  return new Problem('search_unavailable', { headers: { 'Retry-After': '5' } });
}

/** All documents have `ranking_payload`, but for those that another version of the indexer wrote. */
const isOfAnotherVersion = ({ hits: [first] }: SearchAnswer<Partial<FoundDocument>>): boolean =>
  first !== undefined && first.ranking_payload === undefined;

function problemOf(error: unknown, logger: Logger): unknown {
  const code = meilisearchCode(error);
  if (code !== null && NOT_READY_CODES.has(code)) {
    return notReady(logger, code);
  }
  if (isKeyRefused(error)) {
    logger.error(`Meilisearch ${KEY_REFUSED}`);
    return new Problem('search_unavailable', { headers: { 'Retry-After': '5' }, cause: error });
  }
  if (isMeilisearchUnavailable(error)) {
    return new Problem('search_unavailable', { headers: { 'Retry-After': '2' }, cause: error });
  }
  return error;
}
