/** The same searches of the service and of the engine without it. */
import { merchantFilter } from '../../src/search/index/filters.ts';
import { eachOnce, inRotation, type Load, type Request, type Requests } from '../support/load.ts';
import type { Service } from '../support/service.ts';
import { byPopularity } from '../support/shuffled.ts';

const LIMIT = 10;

/** Searches of the service that each ask what nobody asked before. */
export const newSearches = (service: Service, queries: readonly string[]): Load =>
  throughService(service, eachOnce(requestsOfService(service, queries)));

/** The same for one product less: cached responses to these don't serve the others. */
export const warmingSearches = (service: Service, queries: readonly string[]): Load =>
  throughService(service, eachOnce(requestsOfService(service, queries, LIMIT - 1)));

/** Searches of the service that come again and again. */
export const repeatedSearches = (service: Service, queries: readonly string[]): Load =>
  throughService(service, inRotation(requestsOfService(service, queries)));

const ASKED_IN_ALL = 8;
const SEED = 13;

/** The queries as shoppers ask: some again and again, most once or never. Of both sides the same ones in the same order. */
export const byDemand = (queries: readonly string[]): string[] =>
  byPopularity(queries, ASKED_IN_ALL * queries.length, SEED);

const throughService = ({ url }: Service, requests: Requests): Load => ({
  name: 'service',
  url,
  requests,
  expectedStatus: 200,
});

function requestsOfService({ authorization }: Service, queries: readonly string[], limit = LIMIT): Request[] {
  const headers = { authorization, 'content-type': 'application/json' };
  return queries.map((query) => ({
    method: 'POST',
    path: '/v1/products/search',
    headers,
    body: JSON.stringify({ query, limit }),
  }));
}

/** Makes a load of queries for the engine alone, which keeps nothing of what it was asked before. */
export type Floor = (queries: readonly string[]) => Load;

/** The engine with default settings, asked as one would without this service: texts, and where the words are in them. */
export const engineAlone = (service: Service, indexName: string): Floor =>
  engineSide(service, 'Meilisearch alone', indexName, { showMatchesPosition: true });

/** The service's own index, asked the plain query: the engine's ten best in its own order, with their texts. */
export const ownIndex = (service: Service): Floor =>
  engineSide(service, 'own index, plain query', service.indexName, {
    attributesToRetrieve: ['ranking_payload', 'texts'],
  });

function engineSide({ engines, merchantId }: Service, name: string, indexName: string, parameters: object): Floor {
  const headers = {
    ...(engines.meilisearchApiKey === '' ? {} : { authorization: `Bearer ${engines.meilisearchApiKey}` }),
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  };
  const asked = { filter: merchantFilter(merchantId), limit: LIMIT, ...parameters };
  return (queries) => ({
    name,
    url: engines.meilisearchUrl,
    expectedStatus: 200,
    requests: inRotation(
      queries.map((q) => ({
        method: 'POST',
        path: `/indexes/${indexName}/search`,
        headers,
        body: JSON.stringify({ q, ...asked }),
      })),
    ),
  });
}
