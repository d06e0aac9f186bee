/** Nothing that is cached is served after a write that the change stream reported, however the two interleave. */
import { MongoClient } from 'mongodb';
import { type Page, pageOf } from '../../src/cache/page.ts';
import { createPageCache, type LoadedPage } from '../../src/cache/page-cache.ts';
import { followVersions, type Versions } from '../../src/cache/versions.ts';
import { type MerchantScope, merchantScope } from '../../src/catalogue/merchant-scope.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { deferred } from '../support/deferred.ts';
import { ownTest } from '../support/engines/own-engines.ts';
import { startMongodbProxy } from '../support/engines/proxy.ts';
import {
  addStoppedSecondary,
  initiateAlone,
  MEMBER_OF_TWO,
  withMembers,
} from '../support/engines/replica-set-members.ts';
import { collection, insert, location, membership, merchant, product } from '../support/fixtures.ts';
import { createService, createServiceOn, eventually, type TestService } from '../support/service.ts';
import { cachedOnly, followSteadily, follows } from '../support/versions.ts';

const logger = createLogger('test', 'silent');
const one = merchantScope('one', 'all');
const URL_OF_PAGE = '/v1/products';

type Load = () => Promise<LoadedPage>;

/** Cached pages by their URLs. */
function pagesOf(given: Versions) {
  const cache = createPageCache({ maxBytes: 1_000_000, versions: given });
  const keyOf = (scope: MerchantScope, url: string, resource = 'products') => ({ scope, resource, request: { url } });
  return {
    find: async (scope: MerchantScope, url: string, resource?: string): Promise<Page | undefined> =>
      (await cachedOnly((load) => cache.get(keyOf(scope, url, resource), load)))?.page,
    get: async (scope: MerchantScope, url: string, load: Load): Promise<Page> =>
      (await cache.get(keyOf(scope, url), load)).page,
  };
}
type Pages = ReturnType<typeof pagesOf>;

let service: TestService;
let versions: Versions;
let pages: Pages;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
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

/** Builds a page of the product, as list handlers do. */
async function read(): Promise<LoadedPage> {
  const stored = await service.catalogue.products.findOne({ _id: 'p' });
  const page = pageOf(Buffer.from(JSON.stringify(stored)));
  return { page, total: 1, tags: ['products'], productIds: ['p'] };
}
const quantityIn = ({ body }: Page): number => JSON.parse(body.toString()).quantity;
const write = (quantity: number) => service.catalogue.products.updateOne({ _id: 'p' }, { $set: { quantity } });

/** Writes, and resolves when the change stream has reported the write. */
async function writeAndAwaitEvent(change: () => Promise<unknown>): Promise<void> {
  const before = versions.latest();
  await change();
  await eventually(
    async () => versions.latest(),
    (version) => version !== before,
  );
}

/** `read`, but resolves only after `open` is called. */
function gatedRead() {
  const [wasRead, opened] = [deferred(), deferred()];
  return {
    async load(): Promise<LoadedPage> {
      const page = await read();
      wasRead.resolve();
      await opened.promise;
      return page;
    },
    wasRead: wasRead.promise,
    open: opened.resolve,
  };
}

test.each<[string, () => Promise<unknown>]>([
  ['a write to a product on it', () => write(2)],
  ['a write that changes the list', () => service.catalogue.products.insertOne({ ...product('new', 'one') } as never)],
])('a page read before %s and cached after it is not served', async (what, change) => {
  await writeAndAwaitEvent(() => write(1));
  const url = `/v1/products?of=${what.length}`;
  const { load, wasRead, open } = gatedRead();
  // 1. A request reads the page.
  const slow = pages.get(one, url, load);
  await wasRead;
  // 2. The change stream reports a write.
  await writeAndAwaitEvent(change);
  // 3. The page is cached only now.
  open();
  const before = await slow;
  expect(quantityIn(before)).toBe(1);
  // 4. The next request doesn't get it.
  expect(await pages.find(one, url)).toBeUndefined();
  expect(await pages.get(one, url, read)).not.toBe(before);
});

test('a request that comes after a write, while an older read is in progress, gets the newer page', async () => {
  await writeAndAwaitEvent(() => write(3));
  const url = '/v1/products?page=4';
  const { load, wasRead, open } = gatedRead();
  const slow = pages.get(one, url, load);
  await wasRead;
  await writeAndAwaitEvent(() => write(4));
  const after = pages.get(one, url, read);
  open();
  expect(quantityIn(await slow)).toBe(3);
  const newer = await after;
  expect(quantityIn(newer)).toBe(4);
  expect(await pages.find(one, url)).toBe(newer);
});

test('a page outlives any number of writes to other products, and none to a product on it', async () => {
  const url = '/v1/products?page=5';
  await writeAndAwaitEvent(() => insert(service.catalogue, { products: [product('beside', 'one')] }));
  await writeAndAwaitEvent(() => write(5));
  const page = await pages.get(one, url, read);
  for (const quantity of [6, 7, 8]) {
    await writeAndAwaitEvent(() => service.catalogue.products.updateOne({ _id: 'beside' }, { $set: { quantity } }));
    expect(await pages.find(one, url)).toBe(page);
  }
  await writeAndAwaitEvent(() => write(9));
  expect(await pages.find(one, url)).toBeUndefined();
});

test('a page that is not invalidated is read once', async () => {
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

test('each visibility, merchant, resource and URL has its own page', async () => {
  const page = await pages.get(one, '/v1/products?page=3', read);
  expect(await pages.find(one, '/v1/products?page=3')).toBe(page);
  expect(await pages.find(merchantScope('one', 'published'), '/v1/products?page=3')).toBeUndefined();
  expect(await pages.find(merchantScope('other', 'all'), '/v1/products?page=3')).toBeUndefined();
  expect(await pages.find(one, '/v1/products?page=30')).toBeUndefined();
  expect(await pages.find(one, '/v1/products?page=3', 'collections')).toBeUndefined();
});

test.each<[string, (given: TestService['catalogue']) => Promise<unknown>]>([
  ['its merchant', ({ merchants }) => merchants.updateOne({ _id: 'one' }, { $set: { name: 'Changed' } })],
  ['a location', ({ locations }) => locations.deleteOne({ _id: 'l' })],
  ['a collection', ({ collections }) => collections.updateOne({ _id: 'c' }, { $set: { name: 'Changed' } })],
  ['a membership', ({ memberships }) => memberships.deleteOne({ _id: 'c:p' })],
])("%s changed: the version of the merchant's product changes, and of no other merchant's", async (_what, change) => {
  const ofProducts = () => [versions.ofProduct('one', 'p'), versions.ofProduct('other', 'q')] as const;
  const [before, ofOther] = ofProducts();
  await writeAndAwaitEvent(() => change(service.catalogue));
  expect(ofProducts()[0]).not.toBe(before);
  expect(ofProducts()[1]).toBe(ofOther);
});

test('a delete without a pre-image invalidates every merchant, since its merchant is unknown', async () => {
  const { database, catalogue: stored } = service;
  await database.command({ collMod: 'memberships', changeStreamPreAndPostImages: { enabled: false } });
  await insert(stored, { memberships: [membership('c', 'p', 'one')] });
  const ofOther = versions.ofProduct('other', 'q');
  await stored.memberships.deleteOne({ _id: 'c:p' });
  await eventually(
    async () => versions.ofProduct('other', 'q'),
    (version) => version !== ofOther,
  );
});

/** A cache under these versions that holds the page. */
async function cacheWithPage(followed: Versions): Promise<Pages> {
  const cached = pagesOf(followed);
  await eventually(
    async () => (await cached.get(one, URL_OF_PAGE, read)) === (await cached.find(one, URL_OF_PAGE)),
    (isCached) => isCached,
  );
  return cached;
}

test('while the stream is cut nothing is served from the cache, and afterwards everything is read again', async () => {
  const proxy = await startMongodbProxy(service);
  const client = new MongoClient(proxy.url);
  const followed = followVersions({ database: client.db(), logger });
  try {
    await follows(followed);
    const cached = await cacheWithPage(followed);
    await proxy.refuse();
    await eventually(
      async () => followed.latest(),
      (version) => version === null,
    );
    expect(await cached.find(one, URL_OF_PAGE)).toBeUndefined();

    await write(77);
    await proxy.pass();
    await eventually(
      async () => followed.latest(),
      (version) => version !== null,
    );
    expect(await cached.find(one, URL_OF_PAGE)).toBeUndefined();
    expect(quantityIn(await cached.get(one, URL_OF_PAGE, read))).toBe(77);
  } finally {
    await followed.close();
    await client.close();
    await proxy.refuse();
  }
});

interface FollowedSet {
  readonly primary: MongoClient;
  readonly own: TestService;
  readonly followed: Versions;
}

/** Makes this member a replica set, and runs `work` with a service in it whose versions are followed. */
async function whileFollowing(host: string, work: (set: FollowedSet) => Promise<void>): Promise<void> {
  const primary = await initiateAlone(host);
  const own = await createServiceOn(`mongodb://${host}/?replicaSet=two`);
  const followed = followVersions({ database: own.database, logger });
  try {
    await follows(followed);
    await work({ primary, own, followed });
  } finally {
    await followed.close();
    await primary.close();
    // `stop` would drop the database, which waits for a primary and a majority.
    await own.database.client.close();
  }
}

/**
 * In a larger set, reads from the old primary may be rolled back, and its stream reports the writes of the new one
 * late.
 */
ownTest('a page cached under one primary is not served under the next', () =>
  withMembers(async (startMember) =>
    whileFollowing(await startMember('mongod'), async ({ primary, own, followed }) => {
      const cached = await cacheWithPage(followed);
      await primary.db('admin').command({ replSetStepDown: 1, force: true });
      await eventually(
        () => own.database.command({ hello: 1 }),
        ({ isWritablePrimary }) => isWritablePrimary === true,
      );
      // A read makes the driver notice the election.
      await own.catalogue.products.findOne();
      expect(await cached.find(one, URL_OF_PAGE)).toBeUndefined();
      await follows(followed);
      expect(await cached.find(one, URL_OF_PAGE)).toBeUndefined();
    }),
  ),
);

/** Another primary may take writes that this member doesn't get: a partition leaves a client with such a member alone. */
ownTest('nothing is served from a cache while the member of the stream has stepped down and no primary is known', () =>
  withMembers(async (startMember) =>
    whileFollowing(await startMember('mongod'), async ({ primary, followed }) => {
      await primary.db('admin').command({ replSetStepDown: 600, force: true });
      await eventually(
        async () => followed.latest(),
        (version) => version === null,
      );
      await primary.db('admin').command({ replSetFreeze: 0 });
      await follows(followed);
    }),
  ),
);

ownTest('nothing is served from a cache while the last write waits for a majority', () =>
  withMembers(async (startMember) => {
    // An idle primary would write every 10 s.
    const parameters = [...MEMBER_OF_TWO, '--setParameter', 'writePeriodicNoops=false'];
    const [first, second] = [await startMember('first', parameters), await startMember('second', parameters)];
    await whileFollowing(first, async ({ primary, own, followed }) => {
      const writeLocally = (quantity: number) =>
        own.catalogue.products.updateOne({ _id: 'p' }, { $set: { quantity } }, { writeConcern: { w: 1 } });
      let isStopped = false;
      const stopping = addStoppedSecondary(primary, second, 1).then(() => {
        isStopped = true;
      });
      // The last replicated write is of the same second as the last write, or of the one before.
      await insert(own.catalogue, { products: [product('p', 'one')] });
      for (let quantity = 1; !isStopped; quantity += 1) await writeLocally(quantity);
      await stopping;
      await writeLocally(0);
      await eventually(
        async () => followed.latest(),
        (version) => version === null,
      );
    });
  }),
);
