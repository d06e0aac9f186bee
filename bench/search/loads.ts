/** The same searches as loads for the service and for the engine without the service. */
import { merchantFilter } from '../../src/search/index/filters.ts';
import type { Service } from '../environment/service.ts';
import { eachOnce, inRotation, type Load, type Request, type Requests } from '../load/load.ts';
import { byPopularity } from '../load/shuffled.ts';

const LIMIT = 10;

/** Searches of the service, each of these once. */
export const searchesOf = (service: Service, queries: readonly string[]): Load =>
  serviceLoad(service, eachOnce(requestsOfService(service, queries)));

/** Searches of the service that repeat. */
export const repeatedSearches = (service: Service, queries: readonly string[]): Load =>
  serviceLoad(service, inRotation(requestsOfService(service, queries)));

const SEARCHES_PER_QUERY = 8;
const SEED = 13;

/**
 * Returns the queries in the distribution of real traffic: some repeat often, most occur once or never. Both sides get
 * the same ones in the same order.
 */
export const popularQueries = (queries: readonly string[]): string[] =>
  byPopularity(queries, SEARCHES_PER_QUERY * queries.length, SEED);

const serviceLoad = ({ url }: Service, requests: Requests): Load => ({
  name: 'service',
  url,
  requests,
  expectedStatus: 200,
});

function requestsOfService({ authorization }: Service, queries: readonly string[]): Request[] {
  const headers = { authorization, 'content-type': 'application/json' };
  return queries.map((query) => ({
    method: 'POST',
    path: '/v1/products/search',
    headers,
    body: JSON.stringify({ query, limit: LIMIT }),
  }));
}

/** Makes a load for the engine, which caches no responses. */
export type FloorLoad = (queries: readonly string[]) => Load;

export const engineHeaders = ({ engines: { meilisearchApiKey } }: Service): Request['headers'] => ({
  ...(meilisearchApiKey === '' ? {} : { authorization: `Bearer ${meilisearchApiKey}` }),
  'content-type': 'application/json',
  'accept-encoding': 'identity',
});

/** The engine with default settings, with texts and match positions, as in a simple integration. */
export function engineAlone(service: Service, indexName: string): FloorLoad {
  const { engines, merchantId } = service;
  const headers = engineHeaders(service);
  const parameters = { filter: merchantFilter(merchantId), limit: LIMIT, showMatchesPosition: true };
  return (queries) => ({
    name: 'Meilisearch alone',
    url: engines.meilisearchUrl,
    expectedStatus: 200,
    requests: inRotation(
      queries.map((q) => ({
        method: 'POST',
        path: `/indexes/${indexName}/search`,
        headers,
        body: JSON.stringify({ q, ...parameters }),
      })),
    ),
  });
}
