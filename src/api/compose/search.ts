/** Composes `POST /v1/products/search`: its engine, its caches, its pipeline and its log. */
import type { RequestHandler } from 'express';
import type { ConfigOf } from '../../config.ts';
import { createSearchLog } from '../../search/analytics/search-log.ts';
import { createWriteSearches } from '../../search/analytics/write-searches.ts';
import { createIndexVersion } from '../../search/cache/index-version.ts';
import { createFindMerchantSearch } from '../../search/cache/merchant-search.ts';
import { createFindRanking } from '../../search/cache/ranking-cache.ts';
import { createFrequencyCache } from '../../search/cache/stem-frequencies.ts';
import { createFindTexts } from '../../search/cache/text-cache.ts';
import { createSearch as createPipeline } from '../../search/pipeline.ts';
import { createSearchEngine, type SearchEngine } from '../../search/retrieval/engine.ts';
import { createFindProducts } from '../../search/retrieval/products.ts';
import { assertCanSign, createTenantTokens } from '../../search/retrieval/tenant-tokens.ts';
import { searchProducts } from '../../search/routes.ts';
import type { Cache } from './cache.ts';
import type { ApiContext, Engines } from './engines.ts';
import type { Products } from './products.ts';

export interface ComposedSearch {
  readonly route: RequestHandler;
  /** Resolves to null if searches work, else to what is missing. Throws if the engine doesn't respond. */
  readonly readiness: SearchEngine['readiness'];
}

/** Throws ConfigError if Meilisearch responds but no key can sign tenant tokens. */
export async function createSearch(
  config: ConfigOf<'api'>,
  { catalogue, meilisearch: client, http, limiters, metrics }: Engines,
  { budget, versions }: Cache,
  { products, findIncludes, serialiseOptions }: Products,
  { logger, releasers }: ApiContext,
): Promise<ComposedSearch> {
  const { MEILISEARCH_INDEX: indexName, SEARCH_RESPONSE_FORM: form } = config;
  const tokens = createTenantTokens({
    client,
    apiKey: config.MEILISEARCH_API_KEY,
    indexName,
    allowUnsigned: config.ALLOW_UNSIGNED_SEARCH,
    maxBytes: budget.tenantTokens,
    logger,
  });
  await assertCanSign(tokens);
  const engine = createSearchEngine({
    ...{ client, http, indexName, tokens, logger, metrics },
    url: config.MEILISEARCH_URL,
    frequencyCache: createFrequencyCache(budget.stemFrequencies),
  });
  const search = createPipeline({
    ...{ engine, metrics, form },
    findMerchantSearch: createFindMerchantSearch({
      ...{ catalogue, versions, metrics, logger },
      maxBytes: budget.merchantSearch,
    }),
    findRanking: createFindRanking({
      maxBytes: budget.rankings,
      version: createIndexVersion({ client, indexName, logger }),
    }),
    findTexts: createFindTexts(budget.texts),
    findProducts: createFindProducts({
      ...{ form, products, findIncludes, serialiseOptions, metrics, versions },
      mongodbLimiter: limiters.mongodb,
      maxBytes: budget.foundProducts,
    }),
    meilisearchLimiter: limiters.meilisearch,
  });
  const searchLog = createSearchLog({
    share: config.SEARCH_LOG_SAMPLE,
    write: createWriteSearches(catalogue, config.SEARCH_LOG_DAYS),
    metrics,
    logger,
  });
  releasers.onStop('search log', searchLog.close);
  return {
    route: searchProducts({ search, searchLog, metrics, maxLimit: config.MAX_SEARCH_LIMIT }),
    readiness: engine.readiness,
  };
}
