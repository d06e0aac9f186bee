/** While Meilisearch or the index is out, or cuts off a search, `POST /v1/search` is a 503 with Retry-After. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { INDEX_SETTINGS } from '../../../src/search/index/settings.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';
import { expectUnavailable, metricOf } from '../responses.ts';
import { resultsOf } from './support.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('one'),
    products: [product('p1', 'one', { title: 'Teapot' }), product('p2', 'one', { title: 'Red teapot' })],
  });
  token = await service.token('one');
});
afterAll(() => service.stop());

const WAIT_OPTIONS = { timeout: 90_000 };
const REQUESTS = [{}, { query: 'teapot' }, { query: 'teapot', sort: { by: 'price', order: 'asc' } }];

test('nothing listens at MEILISEARCH_URL', async () => {
  const api = await service.startApi({ MEILISEARCH_URL: 'http://127.0.0.1:2' });
  for (const json of REQUESTS) expectUnavailable(await api.request('/v1/search', { token, json }));
  expect((await api.request('/v1/products', { token })).status).toBe(200);
});

test('the index is missing, or has another version', async () => {
  const api = await service.startApi();
  for (const json of REQUESTS) expectUnavailable(await api.request('/v1/search', { token, json }));
  const index = service.meilisearch.index(service.indexName);
  await service.meilisearch.createIndex(service.indexName, { primaryKey: 'id' }).waitTask(WAIT_OPTIONS);
  const { rankingRules: _rules, sortableAttributes: _sortable, ...older } = INDEX_SETTINGS;
  await index.updateSettings({ ...older, displayedAttributes: [...older.displayedAttributes] }).waitTask(WAIT_OPTIONS);
  const needsNew = [{}, { query: 'teapot', sort: { by: 'price', order: 'asc' } }];
  for (const json of needsNew) expectUnavailable(await api.request('/v1/search', { token, json }));
  await service.meilisearch.deleteIndexIfExists(service.indexName);
});

/** A proxy to the engine that sets the processing time of each search to `tookMs()`. */
async function slowEngine(tookMs: () => number) {
  const target = service.variables.MEILISEARCH_URL ?? '';
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = parts.length === 0 ? null : Buffer.concat(parts);
      const headers = {
        'content-type': 'application/json',
        authorization: request.headers.authorization ?? '',
      };
      const upstream = await fetch(new URL(request.url ?? '/', target), {
        method: request.method ?? 'GET',
        headers,
        body,
      });
      const text = await upstream.text();
      const slow = text.replace(/"processingTimeMs":\d+/g, `"processingTimeMs":${tookMs()}`);
      response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(slow);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

test('results that the engine cut off are a 503, are counted, and are never served later', async () => {
  const indexer = await service.startIndexer();
  let tookMs = 1;
  const engine = await slowEngine(() => tookMs);
  try {
    const api = await service.startApi({ MEILISEARCH_URL: engine.url });
    await eventually(
      () => resultsOf(api, token, {}),
      ({ meta }) => meta.total === 2,
    );
    tookMs = INDEX_SETTINGS.searchCutoffMs;
    // A busy machine may reject the request earlier.
    const cut = (json: object) =>
      eventually(
        () => api.request('/v1/search', { token, json }),
        ({ body }) => body.code !== 'overloaded',
      );
    for (const json of REQUESTS) expectUnavailable(await cut(json));
    expect(await metricOf(api, 'catalogue_searches_cut_off_total')).toBeGreaterThanOrEqual(REQUESTS.length);
    tookMs = 1;
    for (const json of REQUESTS) expect(await resultsOf(api, token, json)).toMatchObject({ meta: { total: 2 } });
  } finally {
    await engine.close();
    await indexer.stop();
  }
});
