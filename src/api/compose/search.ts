/**
 * Composes `POST /v1/products/search`, `POST /v1/search` and `GET /v1/search/suggestions`: their engine, caches,
 * pipeline and log.
 */
import type { RequestHandler } from 'express';
import type { ConfigOf } from '../../config.ts';
import { createSearchLog, type SearchLog } from '../../search/analytics/search-log.ts';
import { createWriteSearches } from '../../search/analytics/write-searches.ts';
import { createIndexVersion } from '../../search/cache/index-version.ts';
import { createFindTexts } from '../../search/cache/text-cache.ts';
import { createSearchEngine, type SearchEngine } from '../../search/engine/engine.ts';
import { createFrequencyCache } from '../../search/engine/frequency-cache.ts';
import { assertCanSign, createTenantTokens } from '../../search/engine/tenant-tokens.ts';
import { createFindHits, createParse } from '../../search/find-hits.ts';
import { createNames } from '../../search/names.ts';
import { createPresentA, createPresentB } from '../../search/presentation/present.ts';
import { createFindProducts } from '../../search/presentation/products.ts';
import { searchProducts } from '../../search/products/route.ts';
import { createSearch } from '../../search/products/search.ts';
import { createFindResults } from '../../search/results/results.ts';
import { searchResults } from '../../search/results/route.ts';
import { createSelectPage } from '../../search/results/select-page.ts';
import { createFindMerchantSearch } from '../../search/rules/merchant-search.ts';
import { createFindCollectionSizes } from '../../search/suggestions/collection-sizes.ts';
import { createFindCollections } from '../../search/suggestions/find-collections.ts';
import { createFindKnown } from '../../search/suggestions/known-queries.ts';
import { createFindPopularQueries, type FindPopularQueries } from '../../search/suggestions/popular-queries.ts';
import { suggestions } from '../../search/suggestions/route.ts';
import { createSuggest } from '../../search/suggestions/suggest.ts';
import type { Cache } from './cache.ts';
import type { CatalogueReaders } from './catalogue-readers.ts';
import type { ApiContext, Engines } from './engines.ts';

interface ComposedSearch {
  readonly routes: Readonly<Record<'search' | 'results' | 'suggestions', RequestHandler>>;
  /** Resolves to null if searches work, else to what is missing. Throws if the engine doesn't respond. */
  readonly readiness: SearchEngine['readiness'];
}

interface SearchParts {
  readonly config: ConfigOf<'api'>;
  readonly engines: Engines;
  readonly cache: Cache;
  readonly readers: CatalogueReaders;
  readonly context: ApiContext;
}

/** Throws ConfigError if Meilisearch responds but no key can sign tenant tokens. */
export async function composeSearch(parts: SearchParts): Promise<ComposedSearch> {
  const { config, engines, cache } = parts;
  const { catalogue, metrics, reads } = engines;
  const { budget, versions } = cache;
  const guardedRead = reads.mongodb;
  const engine = await composeEngine(parts);
  const findMerchantSearch = createFindMerchantSearch({
    catalogue,
    versions,
    guardedRead,
    metrics,
    maxBytes: budget.merchantSearch,
  });
  const parse = createParse(findMerchantSearch);
  const version = createIndexVersion({
    client: engines.meilisearch,
    indexName: config.MEILISEARCH_INDEX,
    logger: parts.context.logger,
  });
  const findHits = createFindHits({ maxBytes: budget.rankings, version, metrics });
  const { products, findIncludes, serialiseOptions } = parts.readers;
  const findProducts = createFindProducts({
    products,
    findIncludes,
    serialiseOptions,
    guardedRead,
    versions,
    mongodbLimiter: engines.limiters.mongodb,
    maxBytes: budget.foundProducts,
  });
  const presentA = createPresentA({
    findProducts,
    findTexts: createFindTexts(budget.texts),
    limiter: engines.presentationLimiter,
    metrics,
  });
  const search = createSearch({
    parse,
    engine,
    findHits,
    present: config.SEARCH_RESPONSE_FORM === 'A' ? presentA : createPresentB({ findProducts, metrics }),
  });
  const names = createNames({ catalogue, versions, guardedRead, metrics, maxBytes: budget.names });
  const findResults = createFindResults({
    parse,
    engine,
    present: presentA,
    selectPage: createSelectPage(findHits),
    names,
  });
  const suggest = createSuggest({
    parse,
    engine,
    findHits,
    findProducts,
    findKnown: createFindKnown({ engine, findMerchantSearch, version, maxBytes: budget.knownQueries }),
    findPopularQueries: composeFindPopularQueries(parts),
    findCollections: createFindCollections(
      names.collections,
      createFindCollectionSizes({ engine, maxBytes: budget.collectionSizes }),
    ),
  });
  const searchLog = composeSearchLog(parts);
  return {
    routes: {
      search: searchProducts({ search, searchLog, metrics, maxLimit: config.MAX_SEARCH_LIMIT }),
      results: searchResults({ findResults, searchLog, metrics }),
      suggestions: suggestions(suggest),
    },
    readiness: engine.readiness,
  };
}

async function composeEngine({ config, engines, cache, context }: SearchParts): Promise<SearchEngine> {
  const { meilisearch: client, http, metrics, reads } = engines;
  const indexName = config.MEILISEARCH_INDEX;
  const tokens = createTenantTokens({
    client,
    apiKey: config.MEILISEARCH_API_KEY,
    apiKeyUid: config.MEILISEARCH_API_KEY_UID,
    indexName,
    allowUnsigned: config.ALLOW_UNSIGNED_SEARCH,
    maxBytes: cache.budget.tenantTokens,
    logger: context.logger,
  });
  await assertCanSign(tokens, context.logger);
  return createSearchEngine({
    client,
    http,
    indexName,
    tokens,
    metrics,
    guardedRead: reads.meilisearch,
    limiter: engines.limiters.meilisearch,
    url: config.MEILISEARCH_URL,
    frequencyCache: createFrequencyCache(cache.budget.stemFrequencies),
  });
}

function composeFindPopularQueries({ config, engines, cache, context }: SearchParts): FindPopularQueries {
  return createFindPopularQueries({
    catalogue: engines.catalogue,
    guardedRead: engines.reads.mongodb,
    logger: context.logger,
    minSearches: config.SUGGESTIONS_MIN_SEARCHES,
    maxBytes: cache.budget.popularQueries,
  });
}

function composeSearchLog({ config, engines, context }: SearchParts): SearchLog {
  const { logger, shutdownHooks } = context;
  const searchLog = createSearchLog({
    share: config.SEARCH_LOG_SAMPLE,
    write: createWriteSearches(engines.catalogue, config.SEARCH_LOG_DAYS),
    metrics: engines.metrics,
    logger,
  });
  shutdownHooks.onStop('search log', searchLog.close);
  return searchLog;
}
