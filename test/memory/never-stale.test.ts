/** What is kept in memory is never served after a write that the change stream told of, however the two interleave. */
import { MongoClient } from 'mongodb';
import { createKeptPages, createPage, type KeptPages, type Page } from '../../src/memory/pages.ts';
import { followVersions, type Versions } from '../../src/memory/versions.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { merchantScope } from '../../src/tenancy/scope.ts';
import { collection, insert, location, membership, merchant, product } from '../support/fixtures.ts';
import { startForwarder } from '../support/forwarder.ts';
import { createService, eventually, type TestService } from '../support/service.ts';

const logger = createLogger('test', 'silent');
const one = merchantScope('one', 'all');
const URL_OF_PAGE = '/v1/products';

let service: TestService;
let versions: Versions;
let pages: KeptPages;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    merchants: [merchant('one'), merchant('other')],
    locations: [location('l', 'one')],
    products: [product('p', 'one'), product('q', 'other')],
    collections: [collection('c', 'one')],
    memberships: [membership('c', 'p', 'one')],
  });
  versions = steady(followVersions({ database: service.database, logger }));
  await follows(versions);
  pages = createKeptPages({ maxBytes: 1_000_000, versions });
});
afterAll(async () => {
  await versions.close();
  await service.stop();
});

/** On a busy machine the stream may be late for a moment; here the versions from before that go on. */
function steady(given: Versions): Versions {
  const known = new Map<string, number>();
  return {
    ...given,
    of(merchantId) {
      const version = given.of(merchantId);
      if (version !== null) known.set(merchantId, version);
      return version ?? known.get(merchantId) ?? null;
    },
  };
}

/** Resolves when it follows. */
const follows = (given: Versions) =>
  eventually(
    async () => given.of('one'),
    (version) => version !== null,
  );

/** Reads the product as a page does. */
const read = async () => createPage(await service.catalogue.products.findOne({ _id: 'p' }), {});
const quantityIn = ({ body }: Page): number => JSON.parse(Buffer.concat(body).toString()).quantity;
const write = (quantity: number) => service.catalogue.products.updateOne({ _id: 'p' }, { $set: { quantity } });
const changed = (before: number | null) =>
  eventually(
    async () => versions.of('one'),
    (version) => version !== before,
  );

test('a page read before a write and stored after it does not survive it', async () => {
  const atFirst = versions.of('one');
  await write(1);
  await changed(atFirst);
  expect(quantityIn(await pages.get(one, URL_OF_PAGE, read))).toBe(1);
  const before = versions.of('one');
  const elsewhere = '/v1/products?page=1';
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hasRead: () => void = () => undefined;
  const wasRead = new Promise<void>((resolve) => {
    hasRead = resolve;
  });

  // 1. A request reads the page.
  const slow = pages.get(one, elsewhere, async () => {
    const page = await read();
    hasRead();
    await held;
    return page;
  });
  await wasRead;
  // 2. The product is written, and the stream tells of it.
  await write(2);
  await changed(before);
  // 3. Only now is the page stored.
  release();
  expect(quantityIn(await slow)).toBe(1);
  // 4. The next request does not get it.
  expect(pages.find(one, elsewhere)).toBeUndefined();
  expect(quantityIn(await pages.get(one, elsewhere, read))).toBe(2);
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
  ['inserted', ({ products }) => products.insertOne({ ...product('p2', 'one') } as never)],
  ['updated', ({ products }) => products.updateOne({ _id: 'p2' }, { $set: { title: 'Changed' } })],
  [
    'replaced',
    ({ products }) => products.replaceOne({ _id: 'p2' }, { ...product('p2', 'one', { title: 'Again' }) } as never),
  ],
  ['moved in by its merchantId', ({ products }) => products.updateOne({ _id: 'q' }, { $set: { merchantId: 'one' } })],
  [
    'moved away by its merchantId',
    ({ products }) => products.updateOne({ _id: 'q' }, { $set: { merchantId: 'other' } }),
  ],
  ['deleted', ({ products }) => products.deleteOne({ _id: 'p2' })],
])('a product %s: the pages of its merchant go', async (_how, change) => {
  const before = versions.of('one');
  await change(service.catalogue);
  await changed(before);
});

test.each<[string, (given: TestService['catalogue']) => Promise<unknown>]>([
  ['its merchant', ({ merchants }) => merchants.updateOne({ _id: 'one' }, { $set: { name: 'Changed' } })],
  ['a location', ({ locations }) => locations.deleteOne({ _id: 'l' })],
  ['a collection', ({ collections }) => collections.updateOne({ _id: 'c' }, { $set: { name: 'Changed' } })],
  ['a membership', ({ memberships }) => memberships.deleteOne({ _id: 'c:p' })],
])('%s changed: the pages of the merchant go, of no other', async (_what, change) => {
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

test('while the stream is cut nothing is served from memory, and afterwards everything is read anew', async () => {
  const { host } = new URL(service.variables.MONGODB_URL ?? '');
  const forwarder = await startForwarder(host);
  const client = new MongoClient(
    `mongodb://127.0.0.1:${forwarder.port}/${service.database.databaseName}?directConnection=true`,
  );
  const followed = followVersions({ database: client.db(), logger });
  try {
    await follows(followed);
    const kept = createKeptPages({ maxBytes: 1_000_000, versions: followed });
    await eventually(
      async () => (await kept.get(one, URL_OF_PAGE, read)) === kept.find(one, URL_OF_PAGE),
      (isKept) => isKept,
    );
    await forwarder.pause();
    await eventually(
      async () => followed.of('one'),
      (version) => version === null,
    );
    expect(kept.find(one, URL_OF_PAGE)).toBeUndefined();

    await write(77);
    await forwarder.resume();
    await eventually(
      async () => followed.of('one'),
      (version) => version !== null,
    );
    expect(kept.find(one, URL_OF_PAGE)).toBeUndefined();
    expect(quantityIn(await kept.get(one, URL_OF_PAGE, read))).toBe(77);
  } finally {
    await followed.close();
    await client.close();
    await forwarder.close();
  }
});
