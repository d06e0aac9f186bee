/** The API works with the key that the documents tell operators to create, and names a uid that isn't the key's. */
import { randomUUID } from 'node:crypto';
import { startProcess } from '../../../dev/processes/launcher.ts';
import { openMeilisearch } from '../../../src/engines/meilisearch.ts';
import { documentedKey } from '../../support/engines/documented-keys.ts';
import { startProxy } from '../../support/engines/proxy.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';
import { expectUnavailable, foundIdsOf, idsOf, metricOf } from '../responses.ts';

let service: TestService;
let token: string;
/** The settings of an API with the documented key, and that key. */
let settings: { readonly MEILISEARCH_API_KEY: string; readonly MEILISEARCH_API_KEY_UID: string };

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one', { title: 'Teapot' })] });
  token = await service.token('one');
  await service.startIndexer();
  const { key, uid } = await service.meilisearch.createKey({
    ...documentedKey('API'),
    indexes: [service.indexName],
  });
  settings = { MEILISEARCH_API_KEY: key, MEILISEARCH_API_KEY_UID: uid };
});
afterAll(async () => {
  await service.meilisearch.deleteKey(settings.MEILISEARCH_API_KEY_UID);
  await service.stop();
});

const signed = { ALLOW_UNSIGNED_SEARCH: 'false' };

test('lists, searches, results pages and suggestions work, and nothing is logged as missing', async () => {
  const api = await service.startApi({ ...signed, ...settings });
  // A busy engine may answer too late.
  await eventually(
    () => api.request('/readyz'),
    ({ body }) => body.status === 'ok',
  );
  expect(idsOf(await api.request('/v1/products', { token }))).toEqual(['p1']);
  expect(foundIdsOf(await api.request('/v1/products/search', { token, json: { query: 'teapt' } }))).toEqual(['p1']);
  const results = await api.request('/v1/search', { token, json: { query: 'teapot', facets: ['status', 'price'] } });
  expect([results.status, results.body.meta?.total, results.body.facets?.status?.isComplete]).toEqual([200, 1, true]);
  const suggested = await api.request('/v1/search/suggestions?query=teap', { token });
  expect(suggested.body.data.products.map(({ id }: { id: string }) => id)).toEqual(['p1']);
  expect(api.output()).not.toMatch(/MEILISEARCH_API_KEY|"level":"(?:warn|error)"/);
});

test('searches are cached again after the key was deleted and created anew', async () => {
  const api = await service.startApi({ ...signed, ...settings });
  const search = () => api.request('/v1/products/search', { token, json: { query: 'teapot' } });
  const sent = () =>
    metricOf(api, 'catalogue_engine_duration_seconds_count{engine="meilisearch",operation="search",outcome="success"}');
  const untilCached = () =>
    eventually(
      async () => {
        const before = await sent();
        expect((await search()).status).toBe(200);
        return (await sent()) - before;
      },
      (searched) => searched === 0,
    );
  await untilCached();
  await service.meilisearch.deleteKey(settings.MEILISEARCH_API_KEY_UID);
  await eventually(search, ({ status }) => status === 503);
  const uid = settings.MEILISEARCH_API_KEY_UID;
  await service.meilisearch.createKey({ uid, ...documentedKey('API'), indexes: [service.indexName] });
  await eventually(search, ({ status }) => status === 200);
  await untilCached();
});

test('the key gives access to no key and no document by id', async () => {
  const client = openMeilisearch({
    url: service.variables.MEILISEARCH_URL ?? '',
    apiKey: settings.MEILISEARCH_API_KEY,
  });
  for (const send of [() => client.getKeys(), () => client.index(service.indexName).getDocuments()])
    await expect(send()).rejects.toThrow(/API key is invalid/);
});

test('with the uid of another key, the process ends with exit code 2 and one message that names the variable', async () => {
  const other = { ...settings, MEILISEARCH_API_KEY_UID: randomUUID() };
  const started = startProcess('src/main.js', [], { ...service.variables, ...signed, ...other });
  expect(await started.exited).toBe(2);
  const errors = started.log.filter(({ level }) => level === 'fatal').map(({ msg }) => msg);
  expect(errors).toEqual([expect.stringContaining('MEILISEARCH_API_KEY_UID: is not the uid of MEILISEARCH_API_KEY')]);
  expect(started.output()).not.toMatch(/listening|\n\s+at /);
  expect(started.output()).not.toContain(settings.MEILISEARCH_API_KEY);
});

test('if the engine is down at the start, searches with the uid of another key are 503, and /readyz says why', async () => {
  const proxy = await startProxy(service.variables.MEILISEARCH_URL ?? '');
  try {
    await proxy.refuse();
    const api = await service.startApi({
      ...signed,
      ...settings,
      MEILISEARCH_API_KEY_UID: randomUUID(),
      SEARCH_CACHE_BYTES: '0',
      MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}`,
    });
    await proxy.pass();
    const { body } = await eventually(
      () => api.request('/readyz'),
      (response) =>
        response.body.checks.meilisearch === 'MEILISEARCH_API_KEY_UID is not the uid of MEILISEARCH_API_KEY',
    );
    expect(body.status).toBe('degraded');
    expectUnavailable(await api.request('/v1/products/search', { token, json: { query: 'teapot' } }));
    await api.line(({ reason }) =>
      String(reason).startsWith('MEILISEARCH_API_KEY_UID is not the uid of MEILISEARCH_API_KEY: no'),
    );
  } finally {
    await proxy.refuse();
  }
});

test('searches are 503 while the key is deleted, and work again once it exists', async () => {
  const api = await service.startApi({ ...signed, ...settings, SEARCH_CACHE_BYTES: '0' });
  const search = () => api.request('/v1/products/search', { token, json: { query: 'teapot' } });
  expect(foundIdsOf(await search())).toEqual(['p1']);
  const uid = settings.MEILISEARCH_API_KEY_UID;
  await service.meilisearch.deleteKey(uid);
  expectUnavailable(await search());
  await api.line(({ reason }) => reason === 'Meilisearch refuses MEILISEARCH_API_KEY');
  await service.meilisearch.createKey({ ...documentedKey('API'), uid, indexes: [service.indexName] });
  expect(foundIdsOf(await search())).toEqual(['p1']);
});
