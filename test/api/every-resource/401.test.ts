/** Without a valid token every resource responds with the same 401; the log has the reason, and never the token. */
import { hashToken, issueToken } from '../../../src/tenancy/access-tokens.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import {
  type ApiResponse,
  createService,
  eventually,
  type RunningApi,
  type TestService,
} from '../../support/service.ts';
import { RESOURCES } from '../resources.ts';
import { expectProblem, loggedRequest } from '../responses.ts';

let service: TestService;
let api: RunningApi;
let token: string;
const sent: string[] = [];

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one')] });
  token = await service.token('one');
  sent.push(token);
  api = await service.startApi({ LOG_LEVEL: 'trace' });
});
afterAll(() => service.stop());

const send = (authorization?: string, path = '/v1/products') =>
  api.request(path, { headers: authorization === undefined ? {} : { authorization } });

const revoke = (given: string) =>
  service.catalogue.accessTokens.updateOne({ _id: hashToken(given) }, { $set: { revokedAt: new Date() } });

async function expired(): Promise<string> {
  const given = await issueToken(service.catalogue, {
    merchantId: 'one',
    visibility: 'all',
    name: 'test',
    expiresAfterMs: -1,
  });
  sent.push(given);
  return given;
}

async function revoked(): Promise<string> {
  const given = await service.token('one');
  sent.push(given);
  await revoke(given);
  return given;
}

/** A token whose `merchantId` somebody stored before the validators. As part of a query it would match all merchants. */
async function ofAnyMerchant(): Promise<string> {
  const given = await service.token('one');
  sent.push(given);
  await service.database
    .collection<{ _id: string }>('access_tokens')
    .updateOne({ _id: hashToken(given) }, { $set: { merchantId: { $gt: '' } } }, { bypassDocumentValidation: true });
  return given;
}

/** The logged reason of the request with this response. */
const reasonOf = async (response: ApiResponse) => (await loggedRequest(api, response)).reason;

const unknown = `cat_sk_${'A'.repeat(43)}`;
const CHALLENGE = 'Bearer realm="catalogue"';
const INVALID = `${CHALLENGE}, error="invalid_token"`;

const cases: readonly [string, () => Promise<string | undefined>, string, string][] = [
  ['no header', async () => undefined, CHALLENGE, 'token missing'],
  ['an unknown token', async () => `Bearer ${unknown}`, INVALID, 'token unknown'],
  ['an expired token', async () => `Bearer ${await expired()}`, INVALID, 'token expired'],
  ['a revoked token', async () => `Bearer ${await revoked()}`, INVALID, 'token revoked'],
  ['a token of no merchant', async () => `Bearer ${await ofAnyMerchant()}`, INVALID, 'token malformed'],
  ['another scheme', async () => `Basic ${token}`, CHALLENGE, 'token malformed'],
  ['no scheme', async () => token, CHALLENGE, 'token malformed'],
  ['a scheme alone', async () => 'Bearer', CHALLENGE, 'token malformed'],
  ['a cut token', async () => `Bearer ${token.slice(0, -1)}`, INVALID, 'token malformed'],
  ['a longer token', async () => `Bearer ${token}A`, INVALID, 'token malformed'],
  ['two tokens', async () => `Bearer ${token} ${token}`, INVALID, 'token malformed'],
  ['a token in another case', async () => `Bearer ${token.toUpperCase()}`, INVALID, 'token malformed'],
  ['a hash for a token', async () => `Bearer ${hashToken(token)}`, INVALID, 'token malformed'],
  ['a quoted token', async () => `Bearer "${token}"`, INVALID, 'token malformed'],
];

test.each(cases)(
  '%s: the same 401, with its challenge, and the reason in the log',
  async (_what, make, challenge, reason) => {
    const plain = await send();
    const response = await send(await make());
    expectProblem(response, 401, 'unauthorized');
    expect({ ...response.body, requestId: '' }).toEqual({ ...plain.body, requestId: '' });
    expect(response.headers.get('www-authenticate')).toBe(challenge);
    expect(await reasonOf(response)).toBe(reason);
  },
);

test.each(RESOURCES)('%s %s checks the token before the rest of the request', async (method, path) => {
  const invalid = `${path.replace(/\?.*/, '')}?page=0`;
  const response = await api.request(invalid, { method, ...(method === 'POST' ? { body: '{' } : {}) });
  expectProblem(response, 401, 'unauthorized');
});

test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('the case of the scheme does not matter: %s', async (scheme) => {
  expect((await send(`${scheme} ${token}`)).status).toBe(200);
});

test('a token in the query is ignored', async () => {
  const other = await service.token('one');
  sent.push(other);
  expectProblem(await send(undefined, `/v1/products?access_token=${other}`), 401, 'unauthorized');
  expect((await send(`Bearer ${other}`)).status).toBe(200);
});

test('a revocation takes effect on every process within 10 s, even if the token was just used', async () => {
  const second = await service.startApi();
  const given = await service.token('one');
  sent.push(given);
  const sendToBoth = () => Promise.all([api, second].map((each) => each.request('/v1/products', { token: given })));
  expect((await sendToBoth()).map(({ status }) => status)).toEqual([200, 200]);
  await revoke(given);
  const responses = await eventually(sendToBoth, (both) => both.every(({ status }) => status === 401), 10_000);
  for (const response of responses) expectProblem(response, 401, 'unauthorized');
});

test('a token expires on time, even if it was just used', async () => {
  const given = await issueToken(service.catalogue, {
    merchantId: 'one',
    visibility: 'all',
    name: 'test',
    // Long enough for a first request on a slow machine.
    expiresAfterMs: 5000,
  });
  sent.push(given);
  expect((await send(`Bearer ${given}`)).status).toBe(200);
  const response = await eventually(
    () => send(`Bearer ${given}`),
    ({ status }) => status === 401,
  );
  expectProblem(response, 401, 'unauthorized');
});

test('a token that is stored after it was refused is accepted from then on', async () => {
  const given = `cat_sk_${'B'.repeat(43)}`;
  sent.push(given);
  expect((await send(`Bearer ${given}`)).status).toBe(401);
  const stored = await service.catalogue.accessTokens.findOne({ _id: hashToken(token) });
  if (stored === null) throw new Error('the token is not stored');
  await service.catalogue.accessTokens.insertOne({ ...stored, _id: hashToken(given) });
  await eventually(
    () => send(`Bearer ${given}`),
    ({ status }) => status === 200,
  );
});

test('no token is stored or written to the log', async () => {
  expect(sent.length).toBeGreaterThan(5);
  const stored = JSON.stringify(await service.catalogue.accessTokens.find().toArray());
  // When this request is in the log, so are all earlier ones.
  await reasonOf(await send());
  for (const given of [...sent, unknown]) {
    expect(given).toMatch(/^cat_[sp]k_[A-Za-z0-9_-]{43}$/);
    expect(stored).not.toContain(given);
    expect(stored).not.toContain(given.slice(7));
    expect(api.output()).not.toContain(given);
    expect(api.output()).not.toContain(given.slice(7));
  }
  expect(api.log.length).toBeGreaterThan(30);
});
