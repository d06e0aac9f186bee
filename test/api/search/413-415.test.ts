/**
 * A search body of more than 16 KiB is a 413, however it's sent. One whose Content-Type isn't JSON in UTF-8 is a 415
 * before it's read.
 */
import { gzipSync } from 'node:zlib';
import { insert, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectProblem } from '../responses.ts';

const LIMIT_BYTES = 16 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

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

const bodyOf = (bytes: number) => '{"query":"cup"}'.padEnd(bytes, ' ');

describe.each(['/v1/products/search', '/v1/search'])('%s', (path) => {
  const send = (body: string, headers: Record<string, string> = JSON_TYPE) =>
    api.request(path, { token, body, headers });

  /** Sends what `Api.request` can't: bytes, or a stream without a length. */
  async function sendRaw(body: Buffer | ReadableStream<Uint8Array>, headers: Record<string, string>) {
    const response = await fetch(api.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...JSON_TYPE, ...headers },
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  test('16 KiB is accepted', async () => {
    // There is no index here: an accepted body reaches the engine, which gives a 503.
    expectProblem(await send(bodyOf(LIMIT_BYTES)), 503, 'search_unavailable');
  });

  test.each([LIMIT_BYTES + 1, 1_000_000])('%d bytes are too large, and the detail has the limit', async (bytes) => {
    const response = await send(bodyOf(bytes));
    expectProblem(response, 413, 'payload_too_large');
    expect(response.body.detail).toContain('16 KiB');
  });

  test('a stream without Content-Length is limited, too', async () => {
    const chunk = new TextEncoder().encode(bodyOf(8192));
    let sent = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 3) controller.close();
        else controller.enqueue(chunk);
      },
    });
    expectProblem(await sendRaw(stream, {}), 413, 'payload_too_large');
  });

  test('the limit applies to the decompressed body', async () => {
    const compressed = gzipSync(bodyOf(5_000_000));
    expect(compressed.length).toBeLessThan(LIMIT_BYTES);
    expectProblem(await sendRaw(compressed, { 'content-encoding': 'gzip' }), 413, 'payload_too_large');
  });

  test('a small compressed body is accepted', async () => {
    const response = await sendRaw(gzipSync('{"query":"cup"}'), { 'content-encoding': 'gzip' });
    expectProblem(response, 503, 'search_unavailable');
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/json-patch+json',
    'json',
    '*/*',
  ])('Content-Type: %s is a 415', async (type) => {
    expectProblem(await send('{"query":"cup"}', { 'content-type': type }), 415, 'unsupported_media_type');
  });

  test('no Content-Type at all is a 415', async () => {
    const response = await api.request(path, { token, method: 'POST' });
    expectProblem(response, 415, 'unsupported_media_type');
  });

  test('a body of another type is rejected before its size and content are checked', async () => {
    expectProblem(await send('{'.repeat(100_000), { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  });

  test.each([
    [{ 'content-type': 'application/json; charset=latin1' }],
    [{ 'content-type': 'application/json', 'content-encoding': 'compress' }],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip, br' }],
  ])('%j is a 415', async (headers) => {
    expectProblem(await send('{"query":"cup"}', headers), 415, 'unsupported_media_type');
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('%s is accepted', async (type) => {
    // There is no index here: an accepted body reaches the engine, which gives a 503.
    expectProblem(await send('{"query":"cup"}', { 'content-type': type }), 503, 'search_unavailable');
  });
});
