/**
 * A page of many full collections: its content equals that of small pages in every encoding, and a client that
 * disconnects in the middle does no harm.
 */
import { request as httpRequest } from 'node:http';
import { collection, insert, membership, merchant, product } from '../../support/fixtures.ts';
import { createService, type RunningApi, type TestService } from '../../support/service.ts';
import { loggedRequest } from '../responses.ts';

const COLLECTIONS = 12;
const PRODUCTS = 250;
const PATH = `/v1/collections?perPage=${COLLECTIONS}`;
/**
 * Far above what is sent in one slice (see `http/respond.ts`), and above the socket buffers of a client that doesn't read.
 */
const LARGE_BYTES = 6_000_000;
const LONG = 'ö'.repeat(1000);

let service: TestService;
let api: RunningApi;
let token: string;
/** The collections, read in pages of one. */
let singles: unknown[];

beforeAll(async () => {
  service = await createService();
  const productIds = Array.from({ length: PRODUCTS }, (_, index) => `p${String(index).padStart(3, '0')}`);
  const collectionIds = Array.from({ length: COLLECTIONS }, (_, index) => `c${index}`);
  await insert(service.catalogue, {
    merchants: [merchant('one')],
    products: productIds.map((id) => product(id, 'one', { title: `Größe “${id}” 🧵 ${LONG}` })),
    collections: collectionIds.map((id, index) =>
      collection(id, 'one', { createdAt: new Date(Date.UTC(2026, 0, 1 + index)) }),
    ),
    memberships: collectionIds.flatMap((id) =>
      productIds.map((productId, position) => membership(id, productId, 'one', { position })),
    ),
  });
  token = await service.token('one');
  api = await service.startApi();
  singles = [];
  for (let page = 1; page <= COLLECTIONS; page += 1)
    singles.push(...(await api.request(`/v1/collections?perPage=1&page=${page}`, { token })).body.data);
});
afterAll(() => service.stop());

const send = (encoding: string, options: { method?: string; headers?: Readonly<Record<string, string>> } = {}) =>
  api.request(PATH, { token, ...options, headers: { 'accept-encoding': encoding, ...options.headers } });

test.each(['identity', 'gzip', 'br'])('has the content of pages of one collection, as %s', async (encoding) => {
  const { status, headers, body, text } = await send(encoding);
  expect(status).toBe(200);
  expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
  const bytes = Buffer.byteLength(text);
  expect(bytes).toBeGreaterThan(LARGE_BYTES);
  if (encoding === 'identity') expect(headers.get('content-length')).toBe(String(bytes));
  expect(body.data).toEqual(singles);
  expect(body.data.map(({ products }: { products: unknown[] }) => products.length)).toEqual(
    Array.from({ length: COLLECTIONS }, () => PRODUCTS),
  );
  expect(body.meta).toMatchObject({ total: COLLECTIONS, perPage: COLLECTIONS, lastPage: 1 });
});

test('HEAD has the length and no body; its ETag leads to a 304', async () => {
  const whole = await send('identity');
  const head = await send('identity', { method: 'HEAD' });
  expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
    200,
    '',
    whole.headers.get('content-length'),
  ]);
  const etag = String(whole.headers.get('etag'));
  expect(head.headers.get('etag')).toBe(etag);
  const again = await send('br', { headers: { 'if-none-match': etag } });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('a client that disconnects in the middle is logged, and others get their responses', async () => {
  // 1. The client reads only the first bytes, so most of the response can't have been sent.
  await new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity', 'x-request-id': 'goes-away' };
    const outgoing = httpRequest(api.url + PATH, { headers }, (response) => {
      response.once('error', reject);
      response.once('readable', () => {
        response.removeListener('error', reject).on('error', () => undefined);
        // 2. The client disconnects.
        outgoing.destroy();
        resolve();
      });
    });
    outgoing.once('error', () => undefined).end();
  });
  // 3. The disconnect is logged, and no error.
  const line = await loggedRequest(api, 'goes-away');
  expect(line).toMatchObject({ level: 'info', msg: 'closed by the client' });
  const response = await send('identity');
  expect(response.status).toBe(200);
  await loggedRequest(api, response);
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('many at a time cause no process warning', async () => {
  const { process: apiProcess, request } = await service.startApiProcess();
  const headers = { 'accept-encoding': 'identity' };
  const responses = await Promise.all(Array.from({ length: 4 }, () => request(PATH, { token, headers })));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await apiProcess.end();
  expect(apiProcess.output()).not.toContain('Warning');
});
