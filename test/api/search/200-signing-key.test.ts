/** Searches still work after the key that signs tenant tokens is deleted in Meilisearch. */
import { insert, merchant, product } from '../../support/fixtures.ts';
import { createService, type TestService } from '../../support/service.ts';
import { loggedRequest } from '../responses.ts';

let service: TestService;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    merchants: [merchant('one')],
    products: [product('p1', 'one', { title: 'kettle' })],
  });
  await service.startIndexer();
});
afterAll(() => service.stop());

test('the API signs with another key from then on', async () => {
  // Only for this index, so that no other service signs with it, and the newest, so that this API selects it.
  const key = await service.meilisearch.createKey({
    actions: ['search'],
    indexes: [service.indexName],
    expiresAt: null,
  });
  const api = await service.startApi();
  const token = await service.token('one');
  const search = (query: string) => api.request('/v1/products/search', { token, json: { query } });
  expect((await search('kettle')).status).toBe(200);
  await service.meilisearch.deleteKey(key.uid);
  // Each search is new, so none is served from the cache.
  for (const query of ['kettl', 'kett', 'ket']) {
    const response = await search(query);
    expect([response.status, response.body.length]).toEqual([200, 1]);
    await loggedRequest(api, response);
  }
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([]);
});
