/**
 * Composes `POST /v1/products/search`, `POST /v1/search` and `GET /v1/search/suggestions`: their engine, caches,
 * pipeline and log.
 */
import type { RequestHandler } from 'express';
import type { ConfigOf } from '../../config.ts';
import { createSearchLog } from '../../search/analytics/search-log.ts';
import { createWriteSearches } from '../../search/analytics/write-searches.ts';
import { createFrequencyCache } from '../../search/cache/frequency-cache.ts';
import { createIndexVersion } from '../../search/cache/index-version.ts';
import { createFindMerchantSearch } from '../../search/cache/merchant-search.ts';
import { createNames } from '../../search/cache/names.ts';
import { createFindRanking } from '../../search/cache/ranking-cache.ts';
import { createFindTexts } from '../../search/cache/text-cache.ts';
import { createSearchEngine, type SearchEngine } from '../../search/engine/engine.ts';
import { assertCanSign, createTenantTokens } from '../../search/engine/tenant-tokens.ts';
import { createFindHits, createParse, createSearch as createPipeline } from '../../search/pipeline.ts';
import { createPresentA, createPresentB } from '../../search/presentation/present.ts';
import { createFindLabels } from '../../search/results/labels.ts';
import { createFindResults } from '../../search/results/results.ts';
import { searchResults } from '../../search/results/route.ts';
import { createSelectPage } from '../../search/results/select-page.ts';
import { createFindProducts } from '../../search/retrieval/products.ts';
import { searchProducts } from '../../search/route.ts';
import { createFindCollections } from '../../search/suggestions/find-collections.ts';
import { createFilterKnown } from '../../search/suggestions/known-queries.ts';
import { createFindPopularQueries } from '../../search/suggestions/popular-queries.ts';
import { suggestions } from '../../search/suggestions/route.ts';
import { createSuggest } from '../../search/suggestions/suggest.ts';
import type { Cache } from './cache.ts';
import type { ApiContext, Engines } from './engines.ts';
import type { Lists } from './lists.ts';

export interface ComposedSearch {
  readonly routes: Readonly<Record<'search' | 'results' | 'suggestions', RequestHandler>>;
  /** Resolves to null if searches work, else to what is missing. Throws if the engine doesn't respond. */
  readonly readiness: SearchEngine['readiness'];
}

/** Throws ConfigError if Meilisearch responds but no key can sign tenant tokens. */
export async function createSearch(
  config: ConfigOf<'api'>,
  { catalogue, meilisearch: client, http, limiters, metrics, reads }: Engines,
  { budget, versions }: Cache,
  { products, findIncludes, serialiseOptions }: Lists,
  { logger, releasers }: ApiContext,
): Promise<ComposedSearch> {
  const { MEILISEARCH_INDEX: indexName, SEARCH_RESPONSE_FORM: form } = config;
  const tokens = createTenantTokens({
    client,
    apiKey: config.MEILISEARCH_API_KEY,
    apiKeyUid: config.MEILISEARCH_API_KEY_UID,
    indexName,
    allowUnsigned: config.ALLOW_UNSIGNED_SEARCH,
    maxBytes: budget.tenantTokens,
    logger,
  });
  await assertCanSign(tokens);
  const read = reads.mongodb;
  const engine = createSearchEngine({
    client,
    http,
    indexName,
    tokens,
    logger,
    metrics,
    read: reads.meilisearch,
    url: config.MEILISEARCH_URL,
    frequencyCache: createFrequencyCache(budget.stemFrequencies),
  });
  const meilisearchLimiter = limiters.meilisearch;
  const parse = createParse(
    createFindMerchantSearch({ catalogue, versions, read, metrics, maxBytes: budget.merchantSearch }),
  );
  const version = createIndexVersion({ client, indexName, logger });
  const findHits = createFindHits({
    engine,
    metrics,
    meilisearchLimiter,
    findRanking: createFindRanking({ maxBytes: budget.rankings, version }),
  });
  const shown = form === 'A' ? 'reduced' : 'full';
  const findProductsOf = (detail: 'reduced' | 'full') =>
    createFindProducts({
      detail,
      products,
      findIncludes,
      serialiseOptions,
      read,
      versions,
      mongodbLimiter: limiters.mongodb,
      maxBytes: detail === shown ? budget.foundProducts : budget.otherProducts,
    });
  const findProducts = { reduced: findProductsOf('reduced'), full: findProductsOf('full') };
  const presentA = createPresentA({ findTexts: createFindTexts(budget.texts), meilisearchLimiter, metrics });
  const search = createPipeline({
    parse,
    findHits,
    findProducts: findProducts[shown],
    present: form === 'A' ? presentA : createPresentB({ metrics }),
  });
  const names = createNames({ catalogue, versions, budget, read, metrics });
  const findResults = createFindResults({
    parse,
    engine,
    findProducts,
    present: presentA,
    selectPage: createSelectPage({ findHits, meilisearchLimiter }),
    findLabels: createFindLabels(names),
  });
  const suggest = createSuggest({
    parse,
    findHits,
    filterKnown: createFilterKnown({ engine, meilisearchLimiter, version, maxBytes: budget.knownQueries }),
    // Suggested products are reduced, whatever a search shows.
    findProducts: findProducts.reduced,
    findPopularQueries: createFindPopularQueries({
      catalogue,
      read,
      logger,
      minSearches: config.SUGGESTIONS_MIN_SEARCHES,
      maxBytes: budget.popularQueries,
    }),
    findCollections: createFindCollections(names.collections),
  });
  const searchLog = createSearchLog({
    share: config.SEARCH_LOG_SAMPLE,
    write: createWriteSearches(catalogue, config.SEARCH_LOG_DAYS),
    metrics,
    logger,
  });
  releasers.onStop('search log', searchLog.close);
  return {
    routes: {
      search: searchProducts({ search, searchLog, metrics, maxLimit: config.MAX_SEARCH_LIMIT }),
      results: searchResults({ findResults, searchLog, metrics }),
      suggestions: suggestions(suggest),
    },
    readiness: engine.readiness,
  };
}
