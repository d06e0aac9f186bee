/** While the change stream is disconnected, caches serve nothing: a write is in the next response. */
import { createVersionedCache } from '../../src/cache/versioned-cache.ts';
import { merchantScope } from '../../src/catalogue/merchant-scope.ts';
import type { Catalogue } from '../../src/catalogue/stored-documents.ts';
import { createProductRepository, type ProductPage } from '../../src/products/repository.ts';
import { createApiMetrics } from '../../src/runtime/monitoring/metrics.ts';
import { createFindMerchantSearch } from '../../src/search/rules/merchant-search.ts';
import { issueToken, revokeToken } from '../../src/tenancy/access-tokens.ts';
import { deferred } from '../support/deferred.ts';
import { collection, insert, membership, product, shop } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';
import { authenticateBy, BUDGET, cachedOnly, NO_VERSIONS } from '../support/versions.ts';
import type { Write } from './support/cached-lists.ts';
import { createHandlers, type Lists, serveLists } from './support/lists.ts';

const PRODUCTS = '/v1/products';
const COLLECTIONS = '/v1/collections';
const MEMBERS = '/v1/products?collection=c';

let service: TestService;
let lists: Lists;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: ['p', 'q'].map((id) => product(id, 'one')),
    collections: [collection('c', 'one')],
    memberships: ['p', 'q'].map((id, position) => membership('c', id, 'one', { position })),
    searchRules: [{ _id: 'r', merchantId: 'one', query: 'tea', pinned: ['before'] }],
  });
  const handlers = createHandlers(service.catalogue, NO_VERSIONS, 10_000_000);
  lists = await serveLists('one', () => handlers);
});
afterAll(async () => {
  lists.close();
  await service.stop();
});

const textOf = async (path: string): Promise<string> => (await lists.request({ path, visibility: 'all' })).text;

test.each<[string, Write, readonly string[]]>([
  [
    'a product',
    ({ products }) => products.updateOne({ _id: 'p' }, { $set: { title: 'Written' } }),
    [PRODUCTS, MEMBERS],
  ],
  [
    'a location',
    ({ locations }) => locations.updateOne({ _id: 'one-location' }, { $set: { name: 'Written' } }),
    [PRODUCTS, MEMBERS],
  ],
  [
    'the merchant',
    ({ merchants }) => merchants.updateOne({ _id: 'one' }, { $set: { name: 'Written' } }),
    [PRODUCTS, MEMBERS],
  ],
  [
    'a collection',
    ({ collections }) => collections.updateOne({ _id: 'c' }, { $set: { name: 'Written' } }),
    [PRODUCTS, MEMBERS, COLLECTIONS],
  ],
  [
    'the order of a collection',
    ({ memberships }) => memberships.updateOne({ _id: 'c:p' }, { $set: { position: 9 } }),
    [MEMBERS, COLLECTIONS],
  ],
])('a write to %s is in the next response', async (_what, write, paths) => {
  const before = await Promise.all(paths.map(textOf));
  await write(service.catalogue);
  const after = await Promise.all(paths.map(textOf));
  for (const [index, text] of after.entries()) expect(text).not.toBe(before[index]);
});

test.each([PRODUCTS, COLLECTIONS])('a write is in the total of the next page of %s', async (path) => {
  const totalOf = async () => JSON.parse(await textOf(path)).meta.total;
  const before = await totalOf();
  const id = `new-${before}-${path.length}`;
  await insert(service.catalogue, { products: [product(id, 'one')], collections: [collection(id, 'one')] });
  expect(await totalOf()).toBe(before + 1);
});

test('a page that waits while the stream lags for a moment is not cached with an earlier total', async () => {
  const { catalogue } = service;
  let version: number | null = 1;
  const current = () => version;
  const versions = { ...NO_VERSIONS, latest: current, ofTags: current };
  const repository = createProductRepository({ catalogue, versions, budget: BUDGET });
  const pages = createVersionedCache<string, ProductPage>({
    versions,
    maxBytes: 1_000_000,
    sizeOf: () => 1,
    versionOf: current,
  });
  const request = { page: 1, perPage: 100, sortBy: 'title' as const };
  const read = () => repository.findPage(merchantScope('lag', 'all'), request, new AbortController().signal);
  await insert(catalogue, { products: [product('lag-1', 'lag')] });
  expect((await read()).total).toBe(1);
  await insert(catalogue, { products: [product('lag-2', 'lag')] });
  version = 2;
  const permit = deferred();
  const page = pages.get('page', async () => {
    await permit.promise;
    const found = await read();
    version = 2;
    return found;
  });
  version = null;
  permit.resolve();
  expect((await page).total).toBe(2);
  expect((await cachedOnly((load) => pages.get('page', load)))?.products.length).toBe(2);
});

test('a revoked token, and one of a disabled merchant, is refused from the next request on', async () => {
  const { catalogue } = service;
  const authenticate = authenticateBy(catalogue, NO_VERSIONS, (_operation, read) => read());
  const issue = () =>
    issueToken(catalogue, { merchantId: 'one', visibility: 'all', name: 'test', expiresAfterMs: null });
  const [revoked, other] = [await issue(), await issue()];
  for (const token of [revoked, other]) {
    expect(await authenticate(`Bearer ${token}`)).toMatchObject({ scope: { merchantId: 'one' } });
  }
  await revokeToken(catalogue, revoked);
  await expect(authenticate(`Bearer ${revoked}`)).rejects.toMatchObject({ reason: 'token revoked' });
  await catalogue.merchants.updateOne({ _id: 'one' }, { $set: { status: 'disabled' } });
  await expect(authenticate(`Bearer ${other}`)).rejects.toMatchObject({ code: 'merchant_disabled' });
  await catalogue.merchants.updateOne({ _id: 'one' }, { $set: { status: 'active' } });
});

test('requests that arrive during a read share a read that starts after them', async () => {
  const { catalogue } = service;
  const token = await issueToken(catalogue, {
    merchantId: 'one',
    visibility: 'all',
    name: 'test',
    expiresAfterMs: null,
  });
  const [hasRead, opened] = [deferred(), deferred()];
  let reads = 0;
  const accessTokens = {
    async findOne(...given: Parameters<Catalogue['accessTokens']['findOne']>) {
      reads += 1;
      const found = await catalogue.accessTokens.findOne(...given);
      hasRead.resolve();
      await opened.promise;
      return found;
    },
  };
  const gated = { ...catalogue, accessTokens } as unknown as Catalogue;
  const authenticate = authenticateBy(gated, NO_VERSIONS, (_operation, read) => read());
  const first = authenticate(`Bearer ${token}`);
  await hasRead.promise;
  await revokeToken(catalogue, token);
  const others = Array.from({ length: 20 }, () =>
    expect(authenticate(`Bearer ${token}`)).rejects.toMatchObject({ reason: 'token revoked' }),
  );
  opened.resolve();
  expect(await first).toMatchObject({ scope: { merchantId: 'one' } });
  await Promise.all(others);
  expect(reads).toBe(2);
});

test('a search rule is in effect for the next search', async () => {
  const find = createFindMerchantSearch({
    maxBytes: BUDGET.merchantSearch,
    catalogue: service.catalogue,
    versions: NO_VERSIONS,
    guardedRead: (_operation, read) => read(),
    metrics: createApiMetrics(),
  });
  const pinned = async () => (await find(merchantScope('one', 'all'))).rules.queries.get('tea')?.pinned;
  expect(await pinned()).toEqual(['before']);
  await service.catalogue.searchRules.updateOne({ _id: 'r' }, { $set: { pinned: ['after'] } });
  expect(await pinned()).toEqual(['after']);
});
