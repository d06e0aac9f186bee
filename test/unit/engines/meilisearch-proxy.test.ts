/** What a proxy sends in place of Meilisearch: redirects, pages of HTML, and nothing. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { meilisearchEvidence } from '../../../src/engines/breaker/evidence.ts';
import { createHttpClient } from '../../../src/engines/http-client.ts';
import { isMeilisearchUnavailable, openMeilisearch } from '../../../src/engines/meilisearch.ts';

const PAGE = '<html><center><h1>nginx</h1></center></html>';

/** The error of a call to which a proxy responds with this status and body. */
async function errorOf(status: number, body: string): Promise<unknown> {
  const server = createServer((_request, response) =>
    response.writeHead(status, { Location: 'https://search.example.com/' }).end(body),
  ).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = openMeilisearch({ url, apiKey: '', http: createHttpClient({ retriesClosed: true }) });
    return await client.getKeys().catch((reason: unknown) => reason);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test.each([
  [301, '', 'a redirect (status 301), which is not followed'],
  [302, PAGE, 'a redirect (status 302), which is not followed'],
  [307, '', 'a redirect (status 307), which is not followed'],
  [308, PAGE, 'a redirect (status 308), which is not followed'],
  [200, PAGE, 'a response that is not JSON (status 200)'],
  [200, '', 'a response that is not JSON (status 200)'],
  [403, PAGE, 'a response that is not JSON (status 403)'],
  [403, '', 'a response that is not JSON (status 403)'],
  [413, PAGE, 'a response that is not JSON (status 413)'],
])('status %d, %j: the error says so, and the engine sends an unexpected response', async (status, body, message) => {
  const error = await errorOf(status, body);
  expect(error).toMatchObject({ cause: { message } });
  expect(isMeilisearchUnavailable(error)).toBe(true);
  expect(meilisearchEvidence(error)).toEqual({ fault: 'sends an unexpected response' });
});

test.each([
  [429, PAGE, '429: Too Many Requests'],
  [500, PAGE, '500: Internal Server Error'],
  [502, PAGE, '502: Bad Gateway'],
  [503, PAGE, '503: Service Unavailable'],
  [504, '', '504: Gateway Timeout'],
])('status %d, %j: the error has the status, and the engine answers it', async (status, body, message) => {
  const error = await errorOf(status, body);
  expect(error).toMatchObject({ cause: { message } });
  expect(isMeilisearchUnavailable(error)).toBe(true);
  expect(meilisearchEvidence(error)).toEqual({ fault: `answers ${status}` });
});
