/** `GET /v1/products?handle=` finds the products with exactly that handle, combined with any other parameter. */
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { expectErrors, idsOf, linksOf, readPages } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: [
      product('a', 'one', { handle: 'shared', price: '3.00', title: 'A' }),
      product('b', 'one', { handle: 'shared', price: '1.00', title: 'B', status: 'draft' }),
      product('c', 'one', { handle: 'shared', price: '2.00', title: 'C' }),
      product('d', 'one', { handle: 'Shared' }),
      product('e', 'one', { handle: 'shared-2' }),
      product('f', 'one', { handle: 'é ü/?&' }),
      product('g', 'one', { handle: 12345 }),
      product('h', 'one', { handle: '12345' }),
    ],
    collections: [collection('c1', 'one')],
    memberships: ['c', 'a', 'e', 'g'].map((id, position) => membership('c1', id, 'one', { position })),
  });
  await insert(service.catalogue, { ...shop('two'), products: [product('foreign', 'two', { handle: 'shared' })] });
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

const send = async (query: string, given = token) => api.request(`/v1/products?${query}`, { token: given });

test.each([
  ['handle=shared&sortBy=title&sortOrder=asc', ['a', 'b', 'c']],
  ['handle=shared&sortBy=id', ['c', 'b', 'a']],
  ['handle=shared&status=published&sortBy=title', ['c', 'a']],
  ['handle=shared&collection=c1', ['c', 'a']],
  ['handle=shared&collection=c1&sortBy=id&sortOrder=asc', ['a', 'c']],
  ['handle=shared-2', ['e']],
  [`handle=${encodeURIComponent('é ü/?&')}`, ['f']],
  ['handle=12345&sortBy=id&sortOrder=asc', ['g', 'h']],
  ['handle=12345&collection=c1', ['g']],
  ['handle=012345', []],
  ['handle=12345.0', []],
  ['handle=share', []],
  ['handle=SHARED', []],
  ['handle=shared&collection=nothing', []],
])('%s', async (query, ids) => {
  const response = await send(query);
  expect([response.status, idsOf(response), response.body.meta.total]).toEqual([200, ids, ids.length]);
});

test('pages, and a published token', async () => {
  expect(await readPages(api, token, '/v1/products?handle=shared&perPage=2&sortBy=title&sortOrder=asc')).toEqual([
    ['a', 'b'],
    ['c'],
  ]);
  const first = await send('handle=shared&perPage=2');
  expect(linksOf(first).next).toContain('handle=shared');
  const published = await send('handle=shared&sortBy=title&sortOrder=asc', await service.token('one', 'published'));
  expect(idsOf(published)).toEqual(['a', 'c']);
});

test('a handle that changes is found under its new name, cached or not', async () => {
  const query = 'handle=shared-2';
  expect(idsOf(await send(query))).toEqual(['e']);
  expect(idsOf(await send(`${query}&collection=c1`))).toEqual(['e']);
  await service.catalogue.products.updateOne({ _id: 'e' }, { $set: { handle: 'renamed' } });
  // The pages of the new name aren't cached, so they have the product before the change stream reports the write.
  for (const more of ['', '&collection=c1']) {
    expect(idsOf(await send(`handle=renamed${more}`))).toEqual(['e']);
    await eventually(
      () => send(query + more),
      (response) => idsOf(response).length === 0,
    );
  }
});

test('an empty, long or repeated handle is a 400 that names it', async () => {
  for (const query of ['handle=', `handle=${'x'.repeat(501)}`, 'handle=a&handle=b'])
    expectErrors(await send(query), 'handle');
});
