/**
 * Sends searches to the engine, several in one request. Every request has the merchant's tenant token, and all requests
 * of one sender share one time limit.
 */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { GuardedRead } from '../../engines/breaker/guarded-reads.ts';
import type { HttpClient } from '../../engines/http-client.ts';
import { type EngineResult, meilisearchCode, postSearches } from '../../engines/meilisearch.ts';
import type { ConcurrencyLimiter } from '../../runtime/concurrency/concurrency-limiter.ts';
import { Overloaded } from '../../runtime/problems.ts';
import { visibleFields } from '../index/document.ts';
import { hasThisMapping } from '../index/ranking-payload.ts';
import { ENGINE_LOCALES, SEARCHED_FIELDS } from '../index/settings.ts';
import type { HitDocument, IndexSearch } from './index-searches.ts';
import { notReady, outOfTime, searchProblem } from './problems.ts';
import type { TenantTokens } from './tenant-tokens.ts';

/**
 * Resolves to the results of the searches, in order. Without a search, sends nothing. Throws the Problem
 * `search_unavailable` if the engine can't respond in time, Overloaded if permits took that time, and the signal's reason
 * once it is aborted.
 */
type SendSearches = (searches: readonly IndexSearch[]) => Promise<readonly EngineResult<HitDocument>[]>;

export interface SenderOptions {
  readonly indexName: string;
  readonly tokens: TenantTokens;
  readonly url: string;
  readonly http: HttpClient;
  readonly guardedRead: GuardedRead;
  /** Each request takes a permit. */
  readonly limiter: ConcurrencyLimiter;
}

export const SEARCH_TIMEOUT_MS = 1800;

/** Returns a function that creates the sender of one request. The time limit starts with its first searches. */
export function createSenders(options: SenderOptions): (scope: MerchantScope, signal: AbortSignal) => SendSearches {
  const { indexName, tokens, url, http, guardedRead, limiter } = options;
  const searchesUrl = new URL('multi-search', url.endsWith('/') ? url : `${url}/`);

  async function withFreshToken<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (meilisearchCode(error) !== 'invalid_api_key') throw error;
      tokens.reset();
      return await send();
    }
  }

  return (scope, signal) => {
    let deadlineMs: number | undefined;

    async function post(searches: readonly IndexSearch[]) {
      deadlineMs ??= performance.now() + SEARCH_TIMEOUT_MS;
      return await postSearches<HitDocument>(http, {
        url: searchesUrl,
        apiKey: await tokens.of(scope.merchantId),
        queries: searches.map((search) => ({
          indexUid: indexName,
          matchingStrategy: 'all',
          locales: [...ENGINE_LOCALES],
          ...search,
          attributesToSearchOn: fieldsOf(search, scope),
        })),
        timeoutMs: Math.ceil(deadlineMs - performance.now()),
        signal,
      });
    }

    /** A request that the client aborted says nothing about the engine. */
    async function postUnlessAborted(searches: readonly IndexSearch[]) {
      try {
        return await withFreshToken(() => post(searches));
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    }

    async function send(searches: readonly IndexSearch[]) {
      try {
        const results = await guardedRead('search', () => postUnlessAborted(searches));
        if (results.some(isOfAnotherVersion)) throw notReady('it is of another version');
        return results;
      } catch (error) {
        throw searchProblem(error);
      }
    }

    const isTooLate = () => deadlineMs !== undefined && performance.now() >= deadlineMs;

    return async (searches) => {
      if (searches.length === 0) return [];
      if (isTooLate()) throw outOfTime();
      const sendInTime = async () => {
        // The permit took the time, not the engine.
        if (isTooLate()) throw new Overloaded('waited too long');
        return await send(searches);
      };
      return await limiter.run(scope.merchantId, sendInTime, signal);
    };
  };
}

/** Undefined: all fields, which the engine searches faster than a list of them. */
function fieldsOf({ attributesToSearchOn }: IndexSearch, { visibility }: MerchantScope) {
  if (attributesToSearchOn === undefined && visibility === 'all') return undefined;
  return visibleFields(attributesToSearchOn ?? SEARCHED_FIELDS, visibility);
}

/** An indexer writes a whole index with one mapping, so the first hit shows it. */
export const isOfAnotherVersion = ({ hits: [first] }: Pick<EngineResult<Partial<HitDocument>>, 'hits'>): boolean =>
  first !== undefined && !hasThisMapping(first);
