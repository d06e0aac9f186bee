/** How fast searches are answered: one at a time and many at once, against Meilisearch asked the same without the service. */

import { searchFilter } from '../src/search/filter.ts';
import { merchantScope } from '../src/tenancy/scope.ts';
import { queriesOf } from './queries.ts';
import { atMostLongerBy, figureOf, type Measurements } from './support/figures.ts';
import { compareLatency, type Pass } from './support/latency.ts';
import type { Load, Pair } from './support/load.ts';
import type { Run } from './support/run.ts';
import type { Service } from './support/service.ts';
import { percentile } from './support/statistics.ts';
import { compareThroughput, type MeasuringOptions } from './support/throughput.ts';

const QUERIES = 200;
const LIMIT = 10;
const MOST_ADDED_MS = 2;

export async function measureSearch(run: Run, service: Service, options: MeasuringOptions): Promise<Measurements> {
  const queries = await queriesOf(service.catalogue, service.merchantId, QUERIES);
  const pair: Pair = {
    what: 'searches',
    measured: throughService(service, queries),
    reference: straight(service, queries),
  };
  const passes = await compareLatency(run, pair, options);
  const rounds = await compareThroughput(run, pair, options);
  const against = 'Meilisearch alone';
  const figures = [
    figureOf({ ...percentileOf(passes, 50), against, target: atMostLongerBy(MOST_ADDED_MS) }),
    figureOf({ ...percentileOf(passes, 95), against }),
    figureOf({ what: `searches, ${options.connections} connections`, unit: 'requests/s', against, rounds }),
  ];
  return { figures, notes: [`${queries.length} queries of these kinds: ${queries.slice(0, 8).join(' | ')}`] };
}

function percentileOf(passes: readonly Pass[], percent: number) {
  return {
    what: `searches, one at a time, p${percent}`,
    unit: 'ms' as const,
    rounds: passes.map(({ measured, reference }) => ({
      measured: percentile(measured, percent),
      reference: percentile(reference, percent),
    })),
  };
}

function throughService({ url, authorization }: Service, queries: readonly string[]): Load {
  const headers = { authorization, 'content-type': 'application/json' };
  const requests = queries.map((query) => ({
    method: 'POST' as const,
    path: '/v1/products/search',
    headers,
    body: JSON.stringify({ query, limit: LIMIT }),
  }));
  return { name: 'service', url, requests, expectedStatus: 200 };
}

/** The plain query: the engine's own ten best hits in its own order, with their texts. */
function straight({ engines, indexName, merchantId }: Service, queries: readonly string[]): Load {
  const headers = {
    authorization: `Bearer ${engines.meilisearchApiKey}`,
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  };
  const parameters = {
    filter: searchFilter(merchantScope(merchantId, 'all'), {}),
    limit: LIMIT,
    attributesToRetrieve: ['product_id', 'texts'],
  };
  const requests = queries.map((query) => ({
    method: 'POST' as const,
    path: `/indexes/${indexName}/search`,
    headers,
    body: JSON.stringify({ q: query, ...parameters }),
  }));
  return { name: 'Meilisearch', url: engines.meilisearchUrl, requests, expectedStatus: 200 };
}
