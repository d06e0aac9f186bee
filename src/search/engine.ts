/**
 * Searches the index for one merchant. The filter names the merchant, and where the API key allows it the request is
 * signed by a tenant token that lets the engine enforce the merchant again (a forgotten filter then finds nothing).
 */
import { LRUCache } from 'lru-cache';
import type { Meilisearch } from 'meilisearch';
import { generateTenantToken } from 'meilisearch/token';
import type { HttpClient } from '../platform/http-client.ts';
import type { Logger } from '../platform/logger.ts';
import { isMeilisearchUnavailable, meilisearchCode, openMeilisearch } from '../platform/meilisearch.ts';
import { Problem } from '../problems.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import { merchantFilter, searchFilter } from './filter.ts';
import { ALL_TEXT_FIELDS, PUBLISHED_TEXT_FIELDS } from './index-settings.ts';
import type { Hit } from './matches.ts';
import type { SearchRequest } from './parameters.ts';

export interface SearchEngine {
  /** The best hits of a merchant, best first. Throws the Problem `search_unavailable` when the engine cannot answer. */
  search(scope: MerchantScope, request: SearchRequest, signal: AbortSignal): Promise<readonly Hit[]>;
  /** Null when a search could be answered, else what is missing. Throws when the engine does not answer. */
  readiness(): Promise<string | null>;
}

interface SearchEngineOptions {
  readonly client: Meilisearch;
  readonly url: string;
  readonly http: HttpClient;
  readonly apiKey: string;
  readonly indexName: string;
  readonly logger: Logger;
}

const SEARCH_TIMEOUT_MS = 2000;
const TENANT_TOKEN_MS = 3_600_000;
const MAX_MERCHANT_CLIENTS = 5000;

/** What a search needs of the documents beside the texts that matched: whose they are. */
const RETRIEVED = ['product_id', 'location_id'];

export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  const { client, indexName, logger } = options;
  const clientOf = createMerchantClients(options);

  return {
    async search(scope, request, signal) {
      // The engine tells matches in every field it gives, searched or not: a text that may not be seen is not asked for.
      const textFields = scope.visibility === 'published' ? PUBLISHED_TEXT_FIELDS : ALL_TEXT_FIELDS;
      try {
        const merchantClient = await clientOf(scope.merchantId);
        const answer = await merchantClient.index(indexName).search<Hit>(
          request.query,
          {
            filter: searchFilter(scope, request.filter),
            limit: request.limit,
            attributesToRetrieve: [...RETRIEVED, ...textFields],
            showMatchesPosition: true,
            ...(scope.visibility === 'published' ? { attributesToSearchOn: textFields } : {}),
          },
          { signal: AbortSignal.any([signal, AbortSignal.timeout(SEARCH_TIMEOUT_MS)]) },
        );
        return answer.hits;
      } catch (error) {
        throw problemOf(error, logger);
      }
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

interface SigningKey {
  readonly uid: string;
  readonly key: string;
}

/** A client for each merchant, which carries a token that the engine accepts for this merchant's documents alone. */
function createMerchantClients({ client, url, http, apiKey, indexName, logger }: SearchEngineOptions) {
  const clients = new LRUCache<string, Meilisearch>({ max: MAX_MERCHANT_CLIENTS, ttl: TENANT_TOKEN_MS / 2 });
  let signingKey: Promise<SigningKey | null> | undefined;

  async function keyForSigning(): Promise<SigningKey | null> {
    signingKey ??= findSigningKey(client, apiKey, indexName, logger);
    try {
      return await signingKey;
    } catch (error) {
      signingKey = undefined;
      throw error;
    }
  }

  return async (merchantId: string): Promise<Meilisearch> => {
    const kept = clients.get(merchantId);
    if (kept !== undefined) return kept;
    const signing = await keyForSigning();
    if (signing === null) return client;
    const token = await generateTenantToken({
      apiKey: signing.key,
      apiKeyUid: signing.uid,
      searchRules: { [indexName]: { filter: merchantFilter(merchantId) } },
      expiresAt: new Date(Date.now() + TENANT_TOKEN_MS),
    });
    const merchantClient = openMeilisearch({ url, apiKey: token, http });
    clients.set(merchantId, merchantClient);
    return merchantClient;
  };
}

/**
 * The key that signs tenant tokens: the given one where it is a search key that may see itself, else (given the master
 * key, which cannot sign) the engine's search key. Null where there is no key or it may not list keys.
 */
async function findSigningKey(
  client: Meilisearch,
  apiKey: string,
  indexName: string,
  logger: Logger,
): Promise<SigningKey | null> {
  if (apiKey === '') return null;
  try {
    const { results } = await client.getKeys({ limit: 1000 });
    const searching = results.filter(
      ({ actions, indexes, expiresAt }) =>
        (actions.includes('search') || actions.includes('*')) &&
        (indexes.includes('*') || indexes.includes(indexName)) &&
        expiresAt === null,
    );
    const key =
      searching.find((candidate) => candidate.key === apiKey) ?? searching.find(({ actions }) => actions.length === 1);
    if (key !== undefined) return { uid: key.uid, key: key.key };
  } catch (error) {
    if (isMeilisearchUnavailable(error)) throw error;
  }
  logger.warn('MEILISEARCH_API_KEY cannot sign tenant tokens: the merchant is enforced by the filter alone');
  return null;
}
