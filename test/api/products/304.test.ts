/** `GET /v1/products` with the current ETag is a 304, until something on the page changes. */
import { collection, insert, location, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('one'),
    products: [product('p1', 'one'), product('p2', 'one', { status: 'draft' })],
    collections: [collection('c1', 'one')],
    memberships: [membership('c1', 'p1', 'one')],
  });
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

const etagOf = async (path = '/v1/products', given = token) =>
  (await api.request(path, { token: given })).headers.get('etag') ?? '';

const sendWith = (etag: string, method = 'GET', given = token) =>
  api.request('/v1/products', { token: given, method, headers: { 'if-none-match': etag } });

test.each(['GET', 'HEAD'])(
  '%s: the same ETag, alone or in a list, weak or strong, or `*` gets a 304 without a body',
  async (method) => {
    const etag = await etagOf();
    for (const given of [etag, `"other", ${etag}`, etag.replace(/^W\//, ''), '*']) {
      const { status, text, headers } = await sendWith(given, method);
      expect([given, status, text]).toEqual([given, 304, '']);
      expect(headers.get('etag')).toBe(etag);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('vary')).toBe('Authorization, Accept-Encoding');
    }
  },
);

test('another ETag gets the full response', async () => {
  const { status, body } = await sendWith('"other"');
  expect([status, body.data.length]).toEqual([200, 2]);
});

test('the ETag is the same for the same content, and differs for another page, sort or visibility', async () => {
  const publishedToken = await service.token('one', 'published');
  const first = await etagOf();
  expect(await etagOf()).toBe(first);
  expect(await etagOf('/v1/products?page=2')).not.toBe(first);
  expect(await etagOf('/v1/products?sortBy=id&sortOrder=asc')).not.toBe(first);
  expect(await etagOf('/v1/products', publishedToken)).not.toBe(first);
  expect((await sendWith(first, 'GET', publishedToken)).status).toBe(200);
});

test('a valid ETag does not replace a token', async () => {
  const { status } = await sendWith(await etagOf(), 'GET', `cat_sk_${'x'.repeat(43)}`);
  expect(status).toBe(401);
});

test.each([
  ['the product', () => service.catalogue.products.updateOne({ _id: 'p1' }, { $set: { title: 'Changed' } })],
  ['its collection', () => service.catalogue.collections.updateOne({ _id: 'c1' }, { $set: { name: 'Changed' } })],
  ['its location', () => service.catalogue.locations.updateOne({ _id: 'one-location' }, { $set: { name: 'Changed' } })],
  ['its merchant', () => service.catalogue.merchants.updateOne({ _id: 'one' }, { $set: { name: 'Changed' } })],
  ['a membership', () => service.catalogue.memberships.deleteOne({ _id: 'c1:p1' })],
])('a change of %s is a 200 again', async (_what, change) => {
  const etag = await etagOf();
  expect((await sendWith(etag)).status).toBe(304);
  await change();
  const { status, headers } = await eventually(
    () => sendWith(etag),
    (response) => response.status === 200,
  );
  expect(status).toBe(200);
  expect(headers.get('etag')).not.toBe(etag);
});

test('a collection that is inserted or published later is shown, though it was missing before', async () => {
  await insert(service.catalogue, {
    products: [product('p4', 'one')],
    memberships: [membership('later', 'p4', 'one'), membership('hidden', 'p4', 'one')],
    collections: [collection('hidden', 'one', { status: 'draft' })],
  });
  const tokens = [token, await service.token('one', 'published')];
  const collectionsOf = async (given: string) => {
    const { body } = await api.request('/v1/products', { token: given });
    const found = body.data.find(({ id }: { id: string }) => id === 'p4');
    return found?.collections.map(({ id }: { id: string }) => id).join();
  };
  const shown = () => Promise.all(tokens.map(collectionsOf));
  await eventually(shown, (seen) => seen.join(' ') === 'hidden ');
  await insert(service.catalogue, { collections: [collection('later', 'one')] });
  await eventually(shown, (seen) => seen.join(' ') === 'hidden,later later');
  await service.catalogue.collections.updateOne({ _id: 'hidden' }, { $set: { status: 'published' } });
  expect(await eventually(shown, (seen) => seen[0] === seen[1])).toEqual(['hidden,later', 'hidden,later']);
});

test('a location that is inserted later is shown, though it was missing before', async () => {
  await insert(service.catalogue, { products: [product('p3', 'one', { locationId: 'late' })] });
  const nameOf = async () => {
    const { body } = await api.request('/v1/products', { token });
    return body.data.find(({ id }: { id: string }) => id === 'p3')?.location.name;
  };
  await eventually(nameOf, (name) => name === '');
  await insert(service.catalogue, { locations: [location('late', 'one', { name: 'Late' })] });
  expect(await eventually(nameOf, (name) => name !== '')).toBe('Late');
});
