/** A redirect, as a proxy sends it without a body, is no response of Meilisearch. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { meilisearchEvidence } from '../../../src/engines/breaker/evidence.ts';
import { createHttpClient } from '../../../src/engines/http-client.ts';
import { openMeilisearch } from '../../../src/engines/meilisearch.ts';

test.each([301, 302, 307, 308])(
  'status %d: the error says so, and the engine sends an unexpected response',
  async (status) => {
    const server = createServer((_request, response) =>
      response.writeHead(status, { Location: 'https://search.example.com/' }).end(),
    ).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const client = openMeilisearch({ url, apiKey: '', http: createHttpClient({ retriesClosed: true }) });
      const error = await client.getKeys().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ cause: { message: expect.stringContaining(`a redirect (status ${status})`) } });
      expect(meilisearchEvidence(error)).toEqual({ fault: 'sends an unexpected response' });
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
);
