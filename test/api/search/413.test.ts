/** A search body of more than 16 KiB is a 413, however it's sent; one of exactly 16 KiB is accepted. */
import { gzipSync } from 'node:zlib';
import { insert, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectProblem } from '../responses.ts';

const LIMIT_BYTES = 16 * 1024;

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
const send = (body: string) =>
  api.request('/v1/products/search', { token, body, headers: { 'content-type': 'application/json' } });

/** Sends what `Api.request` can't: bytes, or a stream without a length. */
async function sendRaw(body: Buffer | ReadableStream<Uint8Array>, headers: Record<string, string>) {
  const response = await fetch(`${api.url}/v1/products/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
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
