/**
 * Cached lists equal the database's after each kind of write. Lists that a write can't have changed aren't read again.
 */
import { membership, product } from '../support/fixtures.ts';
import { type CachedLists, startCachedLists, update, type Write } from './support/cached-lists.ts';
import type { ListRequest } from './support/lists.ts';

let shop: CachedLists;

beforeAll(async () => {
  shop = await startCachedLists();
});
beforeEach(() => shop.reset());
afterAll(() => shop.stop());

const all = (path: string): ListRequest => ({ path, visibility: 'all' });
/** Shows p7, p6 and p5. */
const FIRST = all('/v1/products?perPage=3');
/** Shows p1 and p0. */
const LAST = all('/v1/products?perPage=3&page=3');
const BY_TITLE = all('/v1/products?perPage=3&sortBy=title');
/** Shows p0, p1 and p2. */
const COLLECTIONS = all('/v1/collections');
const MEMBERS = all('/v1/products?collection=c');
const REQUESTS = { FIRST, LAST, BY_TITLE, COLLECTIONS, MEMBERS };
type Name = keyof typeof REQUESTS;

/** The lists that are read again after the write. All of them are cached before it. */
async function readAgainAfter(write: Write, method: 'GET' | 'HEAD' = 'GET'): Promise<Name[]> {
  const names = Object.keys(REQUESTS) as Name[];
  for (const name of names) await shop.cached.request(REQUESTS[name]);
  await shop.writeAndAwaitEvent(write);
  const again: Name[] = [];
  for (const name of names) {
    const before = shop.cached.reads();
    const response = await shop.cached.request(REQUESTS[name], method);
    expect(response).toEqual(await shop.uncached.request(REQUESTS[name], method));
    if (shop.cached.reads() > before) again.push(name);
  }
  return again;
}

test.each<[string, Write, readonly Name[]]>([
  ['nothing', async () => undefined, []],
  ['a text of a product on one page', update('p7', { $set: { description: 'Other' } }), ['FIRST']],
  [
    'a title and a time, as most writers set them',
    update('p7', { $set: { title: 'Other', updatedAt: new Date() } }),
    ['FIRST', 'BY_TITLE'],
  ],
  ['a price of a product in a collection', update('p0', { $inc: { price: 1 } }), ['LAST', 'COLLECTIONS', 'MEMBERS']],
  [
    'what the list is sorted by',
    update('p0', { $set: { createdAt: new Date(99_000) } }),
    ['FIRST', 'LAST', 'COLLECTIONS', 'MEMBERS'],
  ],
  ['what another list is sorted by', update('p4', { $unset: { title: '' } }), ['BY_TITLE']],
  [
    'a location',
    ({ locations }) => locations.updateOne({ _id: 'one-location' }, [{ $set: { name: { $concat: ['$name', '!'] } } }]),
    ['FIRST', 'LAST', 'BY_TITLE', 'MEMBERS'],
  ],
  [
    'the merchant',
    ({ merchants }) => merchants.updateOne({ _id: 'one' }, [{ $set: { name: { $concat: ['$name', '!'] } } }]),
    ['FIRST', 'LAST', 'BY_TITLE', 'MEMBERS'],
  ],
  [
    'a membership',
    ({ memberships }) => memberships.updateOne({ _id: 'c:p0' }, { $set: { position: 9 } }),
    ['LAST', 'COLLECTIONS', 'MEMBERS'],
  ],
  [
    'a new membership',
    ({ memberships }) => memberships.insertOne(membership('c', 'p7', 'one', { position: -1 }) as never),
    ['FIRST', 'COLLECTIONS', 'MEMBERS'],
  ],
])('after a write to %s only the lists that show it are read again', async (_what, write, expected) => {
  // The first page by title has p3 (7), p6 (6) and p1 (5).
  expect((await readAgainAfter(write)).toSorted()).toEqual([...expected].toSorted());
});

const EVERYTHING = Object.keys(REQUESTS).toSorted();

test.each<[string, Write]>([
  ['a status', update('p2', { $set: { status: 'archived' } })],
  ['an undocumented field', update('p2', { $set: { weight: 1 } })],
  ['a product replaced', ({ products }) => products.replaceOne({ _id: 'p2' }, product('p2', 'one') as never)],
  ['a product deleted', ({ products }) => products.deleteOne({ _id: 'p2' })],
  ['a product inserted', ({ products }) => products.insertOne(product('p9', 'one') as never)],
  ['a product given away', update('p2', { $set: { merchantId: 'other' } })],
  [
    'a collection',
    ({ collections }) => collections.updateOne({ _id: 'c' }, [{ $set: { name: { $concat: ['$name', '!'] } } }]),
  ],
])('after %s everything is read again', async (_what, write) => {
  expect((await readAgainAfter(write)).toSorted()).toEqual(EVERYTHING);
});

test('URLs that differ in unknown parameters, order or defaults share a cached page; Link follows the URL', async () => {
  const first = await shop.cached.request(FIRST);
  const before = shop.cached.reads();
  for (const path of ['perPage=3&x=1', 'x=2&perPage=3', 'page=1&perPage=3', 'perPage=%33&x=3&x=4']) {
    const again = await shop.cached.request(all(`/v1/products?${path}`));
    expect({ ...again, link: null }).toEqual({ ...first, link: null });
    const { searchParams } = new URL(/<([^>]*)>; rel="next"/.exec(again.link ?? '')?.[1] ?? '', 'http://localhost');
    const given = new URLSearchParams(path);
    given.set('page', '2');
    expect([...searchParams].toSorted()).toEqual([...given].toSorted());
  }
  expect(shop.cached.reads()).toBe(before);
});

test('HEAD and 304 are as fresh as GET, and need no read if nothing changed', async () => {
  expect(await readAgainAfter(update('p7', { $set: { description: 'Other' } }), 'HEAD')).toEqual(['FIRST']);

  const { etag } = await shop.cached.request(FIRST);
  const again = async () => (await shop.cached.request(FIRST, 'GET', etag ?? '')).status;
  const before = shop.cached.reads();
  await shop.writeAndAwaitEvent(update('p4', { $set: { description: 'Other' } }));
  expect(await again()).toBe(304);
  expect(shop.cached.reads()).toBe(before);
  await shop.writeAndAwaitEvent(update('p6', { $set: { description: 'Other' } }));
  expect(await again()).toBe(200);
});
