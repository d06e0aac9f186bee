/**
 * While the index is missing or Meilisearch doesn't respond, only search is a 503 with Retry-After; lists and products
 * work.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { indexKey } from '../../../src/search/index/keys.ts';
import { MAPPING_VERSION } from '../../../src/search/index/mapping-version.ts';
import { INDEX_SETTINGS } from '../../../src/search/index/settings.ts';
import { startProxy } from '../../support/engines/proxy.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { expectUnavailable, foundIdsOf, metricOf } from '../responses.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one', { title: 'Teapot' })] });
  token = await service.token('one');
});
afterAll(() => service.stop());

const WAIT_OPTIONS = { timeout: 90_000 };

const search = (api: Api) => api.request('/v1/products/search', { token, json: { query: 'teapot' } });

async function expectOthersWork(api: Api): Promise<void> {
  for (const path of ['/v1/products', '/v1/products/p1', '/v1/collections']) {
    const { status } = await api.request(path, { token });
    expect([path, status]).toEqual([path, 200]);
  }
}

/** Runs `work` with the URL of a server that isn't Meilisearch. */
async function withServer(onRequest: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const isStartWarning = ({ msg }: { msg?: string }) => msg?.startsWith('Meilisearch takes no searches yet') === true;

test('nothing listens at MEILISEARCH_URL', async () => {
  const api = await service.startApi({ MEILISEARCH_URL: 'http://127.0.0.1:2', SEARCH_CACHE_BYTES: '0' });
  expect(JSON.stringify((await api.line(isStartWarning)).err)).toContain('ECONNREFUSED');
  expectUnavailable(await search(api));
  await expectOthersWork(api);
  const line = await api.line(({ code }) => code === 'search_unavailable');
  expect(JSON.stringify(line.err)).toContain('ECONNREFUSED');
  const failures = 'catalogue_engine_duration_seconds_count{engine="meilisearch",operation="search",outcome="failure"}';
  expect(await metricOf(api, failures)).toBe(1);
});

test('Meilisearch rejects the key: the log and /readyz name the variable, and nothing else does', async () => {
  const api = await service.startApi({ MEILISEARCH_API_KEY: 'not-the-key-of-this-engine', SEARCH_CACHE_BYTES: '0' });
  const refused = 'Meilisearch refuses MEILISEARCH_API_KEY';
  expect(await api.line(isStartWarning)).toMatchObject({ reason: refused });
  expectUnavailable(await search(api));
  await expectOthersWork(api);
  await api.line(({ code, reason }) => code === 'search_unavailable' && reason === refused);
  // D15: the log doesn't mention tenant tokens, which aren't the cause.
  expect(api.output()).not.toContain('tenant tokens');
  const { body } = await api.request('/readyz');
  expect(body).toMatchObject({ status: 'degraded', checks: { meilisearch: 'refuses MEILISEARCH_API_KEY' } });
});

test('the server accepts the request and never responds: a 503', async () => {
  await withServer(
    () => undefined,
    async (url) => {
      const api = await service.startApi({ MEILISEARCH_URL: url });
      expectUnavailable(await search(api));
      await expectOthersWork(api);
    },
  );
});

test.each([
  [502, '<h1>not Meilisearch</h1>'],
  [200, '<h1>not Meilisearch</h1>'],
  // Meilisearch itself, if the request arrives too slowly.
  [408, ''],
])('a proxy or server before Meilisearch responds %d with %j', async (status, page) => {
  await withServer(
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end(page);
    },
    async (url) => {
      const api = await service.startApi({ MEILISEARCH_URL: url });
      expectUnavailable(await search(api));
      await expectOthersWork(api);
    },
  );
});

/** A payload of 0.2.0, with the same fields but no version, and one of the next mapping. */
test.each([
  ['without a payload', undefined],
  ['with a payload of 0.2.0', 'L1pYI_7T 10 en |teapot:9|teapot|p1'],
  ['with a payload of another mapping', `${MAPPING_VERSION + 1}:L1pYI_7T 10 en |teapot:9|teapot|p1`],
])('the index has another version: documents %s', async (_, ranking_payload) => {
  const index = service.meilisearch.index(service.indexName);
  await service.meilisearch.createIndex(service.indexName, { primaryKey: 'id' });
  await index.updateSettings(INDEX_SETTINGS);
  await index.addDocuments([{ id: 'checkpoint', epoch: 1 }]);
  const document = { id: 'p1', merchant_id: indexKey('one'), title: 'Teapot', ranking_payload };
  await index.addDocuments([document]).waitTask(WAIT_OPTIONS);
  const api = await service.startApi();
  expectUnavailable(await search(api));
  await expectOthersWork(api);
  const { body } = await api.request('/readyz');
  expect(body.checks.meilisearch).toBe(`the index ${service.indexName} is of another version`);
  await service.meilisearch.deleteIndex(service.indexName).waitTask(WAIT_OPTIONS);
  await api.line(({ reason }) => String(reason).startsWith('the search index is not ready'));
});

test('the index is missing, then lacks its settings, and then search works without a restart', async () => {
  const api = await service.startApi();
  expectUnavailable(await search(api));
  await expectOthersWork(api);
  await service.meilisearch.createIndex(service.indexName, { primaryKey: 'id' }).waitTask(WAIT_OPTIONS);
  expectUnavailable(await search(api));
  await service.meilisearch.deleteIndex(service.indexName).waitTask(WAIT_OPTIONS);
  const indexer = await service.startIndexer();
  const response = await eventually(
    () => search(api),
    ({ status }) => status === 200,
  );
  expect(foundIdsOf(response)).toEqual(['p1']);
  await indexer.stop();
});

test('Meilisearch stops and returns: search is out meanwhile, the lists never', async () => {
  await service.startIndexer();
  const proxy = await startProxy(service.variables.MEILISEARCH_URL ?? '');
  try {
    const api = await service.startApi({ MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}` });
    expect(foundIdsOf(await search(api))).toEqual(['p1']);
    await proxy.refuse();
    expectUnavailable(await search(api));
    await expectOthersWork(api);
    await proxy.pass();
    const response = await eventually(
      () => search(api),
      ({ status }) => status === 200,
    );
    expect(foundIdsOf(response)).toEqual(['p1']);
  } finally {
    await proxy.refuse();
  }
});
