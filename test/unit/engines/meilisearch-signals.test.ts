/**
 * A request to Meilisearch ends when its signal aborts or its time limit passes, and leaves no listener on a signal that
 * lives longer.
 */
import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpClient } from '../../../src/engines/http-client.ts';
import { openMeilisearch } from '../../../src/engines/meilisearch.ts';

const search = (url: string, signal: AbortSignal) =>
  openMeilisearch({
    url,
    apiKey: process.env.TEST_MEILISEARCH_API_KEY ?? '',
    http: createHttpClient({ retriesClosed: true }),
  })
    .index('none')
    .search('', {}, { signal });

test('after a response, error responses included, the signal has no listener', async () => {
  const { signal } = new AbortController();
  const url = process.env.TEST_MEILISEARCH_URL ?? '';
  for (let request = 0; request < 3; request += 1) await expect(search(url, signal)).rejects.toThrow();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a request without a response in time names the limit', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const http = createHttpClient({ retriesClosed: true });
    const pending = openMeilisearch({ url, apiKey: '', timeoutMs: 50, http }).health();
    await expect(pending).rejects.toMatchObject({ cause: { message: 'no response within 50 ms' } });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('a request without a response ends when its signal aborts', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const stopping = new AbortController();
    const pending = search(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, stopping.signal);
    await once(server, 'request');
    stopping.abort();
    await expect(pending).rejects.toMatchObject({ cause: { message: 'aborted by the caller' } });
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
