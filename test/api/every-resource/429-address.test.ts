/**
 * An address that sends invalid tokens gets 429s, known tokens from there don't, and only a trusted proxy may forward
 * addresses.
 */
import { connect } from 'node:net';
import { networkOf } from '../../../src/api/middleware/limits/client-network.ts';
import { revokeToken } from '../../../src/tenancy/access-tokens.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, metricOf } from '../responses.ts';

let service: TestService;
let token: string;
let later: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one')] });
  token = await service.token('one');
  later = await service.token('one');
});
afterAll(() => service.stop());

const guess = (index: number) => `cat_sk_${String(index).padStart(43, 'A')}`;
const send = (api: Api, given: string, forwardedFor?: string) =>
  api.request('/v1/products', {
    token: given,
    ...(forwardedFor === undefined ? {} : { headers: { 'x-forwarded-for': forwardedFor } }),
  });
const statuses = async (api: Api, tokens: readonly string[], forwardedFor?: string) => {
  const seen: number[] = [];
  for (const given of tokens) seen.push((await send(api, given, forwardedFor)).status);
  return seen;
};
const guesses = (count: number, from = 0) => Array.from({ length: count }, (_, index) => guess(from + index));

test('beyond the limit of 401s a 429 with Retry-After; a token that was valid before still works', async () => {
  const api = await service.startApi({ FAILED_AUTHENTICATIONS_PER_MINUTE: '2' });
  expect(await statuses(api, [token, ...guesses(3), token])).toEqual([200, 401, 401, 429, 200]);
  const response = await send(api, guess(9));
  expectProblem(response, 429, 'rate_limited');
  const seconds = Number(response.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(30);
  expect(response.headers.get('ratelimit-policy')).toBe('"address";q=2;w=60');
  expect(response.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+$/);
  // While the address waits, even a valid token isn't looked up: a right guess reveals nothing.
  expect((await send(api, later)).status).toBe(429);
});

test('parallel guesses on one connection: no more 401s, and no more reads, than the limit', async () => {
  const api = await service.startApi({ FAILED_AUTHENTICATIONS_PER_MINUTE: '5' });
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  // Few enough for a busy machine: after twelve seconds, the limit lets another one in.
  const requests = guesses(300).map(
    (given) => `GET /v1/products HTTP/1.1\r\nHost: catalogue\r\nAuthorization: Bearer ${given}\r\n\r\n`,
  );
  const last = 'GET /livez HTTP/1.1\r\nHost: catalogue\r\nConnection: close\r\n\r\n';
  socket.write(requests.join('') + last);
  let text = '';
  for await (const chunk of socket) text += chunk;
  const seen = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  expect([seen.filter((status) => status === 401).length, seen.filter((status) => status === 429).length]).toEqual([
    5, 295,
  ]);
  expect(
    await metricOf(
      api,
      'catalogue_engine_duration_seconds_count{engine="mongodb",operation="tokens",outcome="success"}',
    ),
  ).toBe(5);
});

test('valid tokens that arrive at once, more than the limit of 401s, all get in', async () => {
  const tokens = await Promise.all(Array.from({ length: 30 }, () => service.token('one')));
  const api = await service.startApi({ FAILED_AUTHENTICATIONS_PER_MINUTE: '2' });
  expect(await statuses(api, [guess(1)])).toEqual([401]);
  const responses = await Promise.all([...tokens, ...tokens].map((given) => send(api, given)));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  expect(await statuses(api, [guess(2), guess(3)])).toEqual([401, 429]);
});

test('a token that is no longer valid waits like any other', async () => {
  const api = await service.startApi({ FAILED_AUTHENTICATIONS_PER_MINUTE: '2' });
  const revoked = await service.token('one');
  expect(await statuses(api, [revoked, ...guesses(2)])).toEqual([200, 401, 401]);
  expect((await send(api, revoked)).status).toBe(200);
  await revokeToken(service.catalogue, revoked);
  const response = await eventually(
    () => send(api, revoked),
    ({ status }) => status !== 200,
  );
  expect([response.status, (await send(api, revoked)).status]).toEqual([401, 429]);
});

test("the client's own X-Forwarded-For changes nothing", async () => {
  const api = await service.startApi({ FAILED_AUTHENTICATIONS_PER_MINUTE: '2' });
  const seen: number[] = [];
  for (const [index, given] of guesses(4).entries()) seen.push((await send(api, given, `203.0.113.${index}`)).status);
  expect(seen).toEqual([401, 401, 429, 429]);
});

test('behind a proxy each address that the proxy adds has its own limit, whatever the client put before it', async () => {
  const api = await service.startApi({ FAILED_AUTHENTICATIONS_PER_MINUTE: '2', TRUST_PROXY: '1' });
  expect(await statuses(api, guesses(3), '203.0.113.1')).toEqual([401, 401, 429]);
  expect(await statuses(api, guesses(1), '198.51.100.7, 203.0.113.1')).toEqual([429]);
  expect(await statuses(api, guesses(3), '203.0.113.2')).toEqual([401, 401, 429]);
  expect(await statuses(api, guesses(1), '203.0.113.2:5555')).toEqual([429]);
});

test('0 turns the limit off', async () => {
  const api = await service.startApi({ FAILED_AUTHENTICATIONS_PER_MINUTE: '0' });
  expect(new Set(await statuses(api, guesses(80)))).toEqual(new Set([401]));
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:5555', '203.0.113.9'],
  ['[2001:db8:1:2::1]:5555', '2001:db8:1:2'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
