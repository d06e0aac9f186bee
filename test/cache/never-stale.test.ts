/** Nothing that is cached is served after a write that the change stream reported, however the two interleave. */
import { MongoClient } from 'mongodb';
import { type Page, pageOf } from '../../src/cache/page.ts';
import { createPageCache, type LoadedPage } from '../../src/cache/page-cache.ts';
import { followVersions, type Versions } from '../../src/cache/versions.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { type MerchantScope, merchantScope } from '../../src/tenancy/scope.ts';
import { collection, insert, location, membership, merchant, product } from '../support/fixtures.ts';
import { startForwarder } from '../support/forwarder.ts';
import { canOwnEngines, startOwnEngines } from '../support/own-engines.ts';
import { createService, eventually, type TestService } from '../support/service.ts';
import { followSteadily, follows, signal } from '../support/versions.ts';

const logger = createLogger('test', 'silent');
const one = merchantScope('one', 'all');
const URL_OF_PAGE = '/v1/products';

type Load = () => Promise<LoadedPage>;

/** Cached pages by their URLs. */
function pagesOf(given: Versions) {
  const cache = createPageCache({ maxBytes: 1_000_000, versions: given });
  const keyOf = (scope: MerchantScope, url: string, load: Load) => ({
    scope,
    resource: 'products',
    request: { url },
    load,
  });
  return {
    find: (scope: MerchantScope, url: string): Page | undefined => cache.peek(keyOf(scope, url, read))?.page,
    get: async (scope: MerchantScope, url: string, load: Load): Promise<Page> =>
      (await cache.get(keyOf(scope, url, load))).page,
  };
}
type Pages = ReturnType<typeof pagesOf>;

let service: TestService;
let versions: Versions;
let pages: Pages;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    merchants: [merchant('one'), merchant('other')],
    locations: [location('l', 'one')],
    products: [product('p', 'one'), product('q', 'other')],
    collections: [collection('c', 'one')],
    memberships: [membership('c', 'p', 'one')],
  });
  versions = followSteadily(service);
  await follows(versions);
  pages = pagesOf(versions);
});
afterAll(async () => {
  await versions.close();
  await service.stop();
});

/** Makes a page of the product, as lists are. */
async function read(): Promise<LoadedPage> {
  const stored = await service.catalogue.products.findOne({ _id: 'p' });
  const page = pageOf([Buffer.from(JSON.stringify(stored))], {});
  return { page, total: 1, tags: ['products'], productIds: ['p'] };
}
const quantityIn = ({ body }: Page): number => JSON.parse(Buffer.concat(body).toString()).quantity;
const write = (quantity: number) => service.catalogue.products.updateOne({ _id: 'p' }, { $set: { quantity } });
const changed = (before: number | null) =>
  eventually(
    async () => versions.of('one'),
    (version) => version !== before,
  );

/** Does a write of merchant one, and resolves when the stream has told of it. */
async function told(change: () => Promise<unknown>): Promise<void> {
  const before = versions.of('one');
  await change();
  await changed(before);
}

/** `read` whose result is handed over only when `open` is called. */
function gatedRead() {
  const [wasRead, opened] = [signal(), signal()];
  return {
    async make(): Promise<LoadedPage> {
      const made = await read();
      wasRead.give();
      await opened.given;
      return made;
    },
    wasRead: wasRead.given,
    open: opened.give,
  };
}

test.each<[string, () => Promise<unknown>]>([
  ['a write to a product on it', () => write(2)],
  ['a write that changes the list', () => service.catalogue.products.insertOne({ ...product('new', 'one') } as never)],
])('a page read before %s and stored after it does not survive it', async (what, change) => {
  await told(() => write(1));
  const url = `/v1/products?of=${what.length}`;
  const { make, wasRead, open } = gatedRead();
  // 1. A request reads the page.
  const slow = pages.get(one, url, make);
  await wasRead;
  // 2. Something is written, and the stream tells of it.
  await told(change);
  // 3. Only now is the page stored.
  open();
  const before = await slow;
  expect(quantityIn(before)).toBe(1);
  // 4. The next request does not get it.
  expect(pages.find(one, url)).toBeUndefined();
  expect(await pages.get(one, url, read)).not.toBe(before);
});

test('who asks after a write does not wait for a page begun before it, and keeps the newer one when that is done', async () => {
  await told(() => write(3));
  const url = '/v1/products?page=4';
  const { make, wasRead, open } = gatedRead();
  const slow = pages.get(one, url, make);
  await wasRead;
  await told(() => write(4));
  const newer = await pages.get(one, url, read);
  expect(quantityIn(newer)).toBe(4);
  open();
  expect(quantityIn(await slow)).toBe(3);
  expect(pages.find(one, url)).toBe(newer);
});

test('a page outlives writes to other products, however many, and none to a product on it', async () => {
  const url = '/v1/products?page=5';
  await told(() => insert(service.catalogue, { products: [product('beside', 'one')] }));
  await told(() => write(5));
  const page = await pages.get(one, url, read);
  for (const quantity of [6, 7, 8]) {
    await told(() => service.catalogue.products.updateOne({ _id: 'beside' }, { $set: { quantity } }));
    expect(pages.find(one, url)).toBe(page);
  }
  await told(() => write(9));
  expect(pages.find(one, url)).toBeUndefined();
});

test('a page that nothing touched is read once', async () => {
  let reads = 0;
  const counted = () => {
    reads += 1;
    return read();
  };
  const url = '/v1/products?page=2';
  await Promise.all([pages.get(one, url, counted), pages.get(one, url, counted)]);
  await pages.get(one, url, counted);
  expect(reads).toBe(1);
});

test('tokens of another visibility, merchant or URL have pages of their own', async () => {
  const page = await pages.get(one, '/v1/products?page=3', read);
  expect(pages.find(one, '/v1/products?page=3')).toBe(page);
  expect(pages.find(merchantScope('one', 'published'), '/v1/products?page=3')).toBeUndefined();
  expect(pages.find(merchantScope('other', 'all'), '/v1/products?page=3')).toBeUndefined();
  expect(pages.find(one, '/v1/products?page=30')).toBeUndefined();
});

test.each<[string, (given: TestService['catalogue']) => Promise<unknown>]>([
  ['its merchant', ({ merchants }) => merchants.updateOne({ _id: 'one' }, { $set: { name: 'Changed' } })],
  ['a location', ({ locations }) => locations.deleteOne({ _id: 'l' })],
  ['a collection', ({ collections }) => collections.updateOne({ _id: 'c' }, { $set: { name: 'Changed' } })],
  ['a membership', ({ memberships }) => memberships.deleteOne({ _id: 'c:p' })],
])('%s changed: the merchant’s version is another one, and no other merchant’s', async (_what, change) => {
  const [before, ofOther] = [versions.of('one'), versions.of('other')];
  await change(service.catalogue);
  await changed(before);
  expect(versions.of('other')).toBe(ofOther);
});

test('a delete whose image is missing touches everybody, since nobody can tell whose it was', async () => {
  const { database, catalogue: stored } = service;
  await database.command({ collMod: 'memberships', changeStreamPreAndPostImages: { enabled: false } });
  await insert(stored, { memberships: [membership('c', 'p', 'one')] });
  const [before, ofOther] = [versions.of('one'), versions.of('other')];
  await stored.memberships.deleteOne({ _id: 'c:p' });
  await changed(before);
  await eventually(
    async () => versions.of('other'),
    (version) => version !== ofOther,
  );
});

/** Resolves when the page is cached under these versions. */
async function cachingAPage(followed: Versions): Promise<Pages> {
  const cached = pagesOf(followed);
  await eventually(
    async () => (await cached.get(one, URL_OF_PAGE, read)) === cached.find(one, URL_OF_PAGE),
    (isKept) => isKept,
  );
  return cached;
}

test('while the stream is cut nothing is served from memory, and afterwards everything is read anew', async () => {
  const { host } = new URL(service.variables.MONGODB_URL ?? '');
  const forwarder = await startForwarder(host);
  const client = new MongoClient(
    `mongodb://127.0.0.1:${forwarder.port}/${service.database.databaseName}?directConnection=true`,
  );
  const followed = followVersions({ database: client.db(), logger });
  try {
    await follows(followed);
    const cached = await cachingAPage(followed);
    await forwarder.pause();
    await eventually(
      async () => followed.of('one'),
      (version) => version === null,
    );
    expect(cached.find(one, URL_OF_PAGE)).toBeUndefined();

    await write(77);
    await forwarder.resume();
    await eventually(
      async () => followed.of('one'),
      (version) => version !== null,
    );
    expect(cached.find(one, URL_OF_PAGE)).toBeUndefined();
    expect(quantityIn(await cached.get(one, URL_OF_PAGE, read))).toBe(77);
  } finally {
    await followed.close();
    await client.close();
    await forwarder.close();
  }
});

/** Of the primary's own: in a larger set what was read from it may have been rolled back, and its stream tells of the next one's writes late. */
(canOwnEngines ? test : test.skip)(
  'what was cached in the term of one primary is not served in that of the next',
  async () => {
    const engines = await startOwnEngines();
    const own = await createService(engines.addresses, { withIndexes: false });
    const followed = followVersions({ database: own.database, logger });
    try {
      await follows(followed);
      const cached = await cachingAPage(followed);
      await own.database.client.db('admin').command({ replSetStepDown: 1, force: true });
      await eventually(
        () => own.database.command({ hello: 1 }),
        ({ isWritablePrimary }) => isWritablePrimary === true,
      );
      // Who reads knows the primary.
      await own.catalogue.products.findOne();
      expect(cached.find(one, URL_OF_PAGE)).toBeUndefined();
      await follows(followed);
      expect(cached.find(one, URL_OF_PAGE)).toBeUndefined();
    } finally {
      await followed.close();
      await own.stop();
      await engines.stop();
    }
  },
);
