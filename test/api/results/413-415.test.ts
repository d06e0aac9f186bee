/** `POST /v1/search` has the same guards as every route: tokens, methods, body limits and rate limits. */
import { insert, merchant, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem } from '../responses.ts';

const PATH = '/v1/search';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    merchants: [...shop('one').merchants, merchant('closed', { status: 'disabled' })],
  });
  token = await service.token('one', 'published');
  api = await service.startApi();
});
afterAll(() => service.stop());

test('without a valid token it is a 401', async () => {
  for (const given of [undefined, 'none']) {
    const response = await api.request(PATH, { json: {}, ...(given === undefined ? {} : { token: given }) });
    expectProblem(response, 401, 'unauthorized');
  }
});

test('of a disabled merchant it is a 403', async () => {
  expectProblem(await api.request(PATH, { token: await service.token('closed'), json: {} }), 403, 'merchant_disabled');
});

test('every other method is a 405 with Allow', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const response = await api.request(PATH, { token, method });
    expectProblem(response, 405, 'method_not_allowed');
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  }
});

test('a body of more than 16 KiB is a 413', async () => {
  const headers = { 'content-type': 'application/json' };
  const response = await api.request(PATH, { token, body: '{}'.padEnd(16 * 1024 + 1), headers });
  expectProblem(response, 413, 'payload_too_large');
});

test('a body of another type is a 415', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expectProblem(
      await api.request(PATH, { token, body: '{}', headers: { 'content-type': type } }),
      415,
      'unsupported_media_type',
    );
});

test('too many requests of a token are a 429 with Retry-After', async () => {
  const limited = await service.startApi({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '2' });
  const response = await eventually(
    () => limited.request(PATH, { token, json: { page: 0 } }),
    ({ status }) => status === 429,
  );
  expectProblem(response, 429, 'rate_limited');
  expect(response.headers.has('retry-after')).toBe(true);
});
