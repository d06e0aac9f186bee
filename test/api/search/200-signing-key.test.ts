/** Searches go on when the key that signs for the merchants is deleted in Meilisearch. */
import { insert, merchant, product } from '../../support/fixtures.ts';
import { createService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    merchants: [merchant('one')],
    products: [product('p1', 'one', { title: 'kettle' })],
  });
  await service.startIndexer();
});
afterAll(() => service.stop());

test('another one signs from then on', async () => {
  // For this index alone, so that no other service signs by it, and the newest of those that this one can choose from.
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
  // Each is a new search, so none is answered from memory.
  for (const query of ['kettl', 'kett', 'ket']) {
    const { status, body } = await search(query);
    expect([status, body.length]).toEqual([200, 1]);
  }
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([]);
});
