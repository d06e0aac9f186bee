/** A search body whose Content-Type isn't JSON in UTF-8 is a 415 before it's read. */
import { insert, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, shop('one'));
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

const send = (headers: Record<string, string>, body = '{"query":"cup"}') =>
  api.request('/v1/products/search', { token, body, headers });

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonp',
  'application/json-patch+json',
  'json',
  '*/*',
])('Content-Type: %s', async (type) => {
  expectProblem(await send({ 'content-type': type }), 415, 'unsupported_media_type');
});

test('no Content-Type at all', async () => {
  const response = await api.request('/v1/products/search', { token, method: 'POST' });
  expectProblem(response, 415, 'unsupported_media_type');
});

test('a body of another type is rejected before its size and content are checked', async () => {
  expectProblem(await send({ 'content-type': 'text/plain' }, '{'.repeat(100_000)), 415, 'unsupported_media_type');
});

test.each([
  [{ 'content-type': 'application/json; charset=latin1' }],
  [{ 'content-type': 'application/json', 'content-encoding': 'compress' }],
  [{ 'content-type': 'application/json', 'content-encoding': 'gzip, br' }],
])('%j', async (headers) => {
  expectProblem(await send(headers), 415, 'unsupported_media_type');
});

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('%s is accepted', async (type) => {
  // There is no index here: an accepted body reaches the engine, which gives a 503.
  expectProblem(await send({ 'content-type': type }), 503, 'search_unavailable');
});
