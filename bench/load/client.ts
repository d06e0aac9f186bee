/** An HTTP client with one keep-alive connection, which sends one request at a time. */
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Load, Request } from './load.ts';

export interface TimedResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** From sending the request to the last byte of the response. */
  readonly tookMs: number;
}

export interface Client {
  /** Resolves when the whole response has arrived. Discards the body. Throws if there is no response. */
  send(request: Request): Promise<TimedResponse>;
  close(): void;
}

export function openClient(url: string): Client {
  const { Agent, request } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async send({ method, path, headers, body }) {
      const startedMs = performance.now();
      const sent = request(new URL(path, url), { method, headers, agent });
      // With the whole body in `end`, Node sends Content-Length and a single chunk.
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
      response.resume();
      await once(response, 'end');
      return { status: response.statusCode ?? 0, headers: response.headers, tookMs: performance.now() - startedMs };
    },
    close: () => agent.destroy(),
  };
}

/** Sends a request of a load, and resolves to its duration in ms. Throws if the status is not the expected one. */
export async function timeRequest(
  client: Client,
  { name, expectedStatus }: Pick<Load, 'name' | 'expectedStatus'>,
  request: Request,
): Promise<number> {
  const { status, tookMs } = await client.send(request);
  if (status === expectedStatus) return tookMs;
  throw new Error(`${name}: status ${status} for ${request.method} ${request.path}`);
}
