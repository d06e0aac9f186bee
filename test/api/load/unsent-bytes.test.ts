/**
 * Clients that don't read can't fill the memory: a merchant whose bodies take half of MAX_UNSENT_BYTES gets a 503 until
 * they are sent, and other merchants are served.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, metricOf } from '../responses.ts';

const MIB = 1024 * 1024;
/** More than the send and receive buffers of a connection take. */
const BODY_BYTES = 16 * MIB;

let service: TestService;
let api: Api;
const tokens = new Map<string, string>();
const sockets: Socket[] = [];

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const description = 'x'.repeat(MIB);
  for (const id of ['one', 'other', 'third']) {
    const products = Array.from({ length: BODY_BYTES / MIB }, (_product, index) =>
      product(`${id}-${index}`, id, { description }),
    );
    await insert(service.catalogue, { ...shop(id), products });
    tokens.set(id, await service.token(id));
  }
  const id = 'collections';
  const products = [product('first', id), product('second', id)];
  await insert(service.catalogue, {
    ...shop(id),
    products,
    collections: Array.from({ length: BODY_BYTES / MIB }, (_each, index) =>
      collection(`c${index}`, id, { description }),
    ),
    memberships: products.map(({ _id }) => membership('c0', _id, id)),
  });
  tokens.set(id, await service.token(id));
  api = await service.startApi({
    MAX_UNSENT_BYTES: String(4 * BODY_BYTES),
    PAGE_CACHE_BYTES: String(32 * BODY_BYTES),
    COLLECTION_PRODUCTS_LIMIT: '1',
  });
});
afterAll(() => service.stop());
afterEach(closeSockets);

/** Resolves when the API has given up the bodies of these connections. */
async function closeSockets(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  await eventually(unsentBytes, (bytes) => bytes === 0);
}

const unsentBytes = () => metricOf(api, 'catalogue_unsent_bytes');
const shed = () => metricOf(api, 'catalogue_requests_shed_total{reason="unsent bytes"}');
const list = (merchant: string) => api.request('/v1/products?perPage=1', { token: tokens.get(merchant) ?? '' });

/** Requests all products of a merchant on a connection whose client reads little more than the status, which it returns. */
const requestUnread = async (merchant: string, sortBy: string): Promise<string> =>
  (await beginningOf(merchant, `/v1/products?sortBy=${sortBy}`)).slice(0, OK.length);

const requestFor = (merchant: string, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: catalogue\r\nAuthorization: Bearer ${tokens.get(merchant)}\r\n\r\n`;

/** Resolves to the first bytes of a response: its head, and not much more. */
async function beginningOf(merchant: string, path: string): Promise<string> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.write(requestFor(merchant, path));
  await once(socket, 'readable');
  return String(socket.read());
}

const OK = 'HTTP/1.1 200';

test('a merchant with half of the bytes gets a 503, others are served, and it is served again afterwards', async () => {
  expect([await requestUnread('one', 'id'), (await list('one')).status]).toEqual([OK, 200]);
  expect(await requestUnread('one', 'price')).toBe(OK);
  expect(await unsentBytes()).toBeGreaterThan(2 * BODY_BYTES);
  const refused = await list('one');
  expectProblem(refused, 503, 'overloaded');
  expect(refused.headers.get('retry-after')).toBe('1');
  expect([await shed(), (await list('other')).status]).toEqual([1, 200]);
  await closeSockets();
  expect((await list('one')).status).toBe(200);
});

test('beyond the limit of all merchants together, every merchant gets it', async () => {
  for (const merchant of ['one', 'other'])
    for (const sortBy of ['id', 'price']) expect(await requestUnread(merchant, sortBy)).toBe(OK);
  expectProblem(await list('third'), 503, 'overloaded');
});

test('a body that several responses share counts once', async () => {
  const pagesRead = () =>
    metricOf(
      api,
      'catalogue_engine_duration_seconds_count{engine="mongodb",operation="products.page",outcome="success"}',
    );
  // Repeated, since the change stream of a busy process may count as disconnected: then the page is read again.
  const statuses = await eventually(
    async () => {
      await closeSockets();
      await api.request('/v1/products?sortBy=id', { token: tokens.get('one') ?? '' });
      const [before, found] = [await pagesRead(), [] as string[]];
      for (let count = 0; count < 5; count += 1) found.push(await requestUnread('one', 'id'));
      return (await pagesRead()) === before ? found : null;
    },
    (found) => found !== null,
  );
  expect(new Set(statuses)).toEqual(new Set([OK]));
  expect(await unsentBytes()).toBeLessThan(2 * BODY_BYTES);
  expect((await list('one')).status).toBe(200);
});

test('a client that disconnects before the read that it shares with another has ended holds no bytes', async () => {
  for (const perPage of [20, 21, 22]) {
    const path = `/v1/products?perPage=${perPage}`;
    const read = api.request(path, { token: tokens.get('one') ?? '' });
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.write(requestFor('one', path), () => socket.resetAndDestroy());
    expect((await read).status).toBe(200);
    await eventually(unsentBytes, (bytes) => bytes === 0);
  }
});

test('a 503 in place of a page that was read already has no header of that page', async () => {
  // All pass the first check while none is sent.
  const pages = ['20', '21', '22', '23'].map((perPage) => `/v1/collections?perPage=${perPage}`);
  const beginnings = await Promise.all(pages.map((path) => beginningOf('collections', path)));
  const sent = beginnings.filter((beginning) => beginning.startsWith(OK));
  const refused = beginnings.filter((beginning) => beginning.startsWith('HTTP/1.1 503'));
  expect(sent.length + refused.length).toBe(pages.length);
  expect(sent[0]).toMatch(/^Catalogue-Truncated-Count: 1\r$/m);
  expect(refused.length).toBeGreaterThan(0);
  for (const head of refused) expect(head).not.toMatch(/^(Catalogue-\S+|ETag|Link):/im);
});
