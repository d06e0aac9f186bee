/**
 * A page of many full collections is made and sent piece by piece: it says what small pages say, in every encoding, and a
 * caller that goes away in the middle of it does no harm.
 */
import { request as httpRequest } from 'node:http';
import { collection, insert, membership, merchant, product } from '../../support/fixtures.ts';
import { createService, eventually, type RunningApi, type TestService } from '../../support/service.ts';

const COLLECTIONS = 12;
const PRODUCTS = 250;
const PATH = `/v1/collections?perPage=${COLLECTIONS}`;
/** Far more than an answer in one piece has (see `http/respond.ts`), and than systems hold for a caller who does not read. */
const LARGE_BYTES = 6_000_000;
const LONG = 'ö'.repeat(1000);

let service: TestService;
let api: RunningApi;
let token: string;
/** The collections as pages of one show them. */
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

test.each(['identity', 'gzip', 'br'])('says what pages of one collection say, as %s', async (encoding) => {
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

test('HEAD tells its length and nothing else; its ETag leads to a 304', async () => {
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

test('a caller that goes away in the middle is noted as that, and others are answered', async () => {
  // 1. It reads the first bytes and no more, so most of the answer cannot have been sent.
  await new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity', 'x-request-id': 'goes-away' };
    const outgoing = httpRequest(api.url + PATH, { headers }, (response) => {
      response.once('error', reject);
      response.once('readable', () => {
        response.removeListener('error', reject).on('error', () => undefined);
        // 2. It goes away.
        outgoing.destroy();
        resolve();
      });
    });
    outgoing.once('error', () => undefined).end();
  });
  // 3. The log says so, and nothing went wrong.
  const line = await eventually(
    async () => api.log.find(({ req }) => (req as { id?: string } | undefined)?.id === 'goes-away'),
    (found) => found !== undefined,
  );
  expect(line).toMatchObject({ level: 'info', msg: 'closed by the client' });
  expect((await send('identity')).status).toBe(200);
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('many at a time: the process warns of nothing', async () => {
  const { process: apiProcess, request } = await service.startApiProcess();
  const headers = { 'accept-encoding': 'identity' };
  const responses = await Promise.all(Array.from({ length: 4 }, () => request(PATH, { token, headers })));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await apiProcess.end();
  expect(apiProcess.output()).not.toContain('Warning');
});
