/** A caller with one connection, kept alive, and one request at a time. */
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Load, Request } from './load.ts';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** From before the request was sent to the last byte of the answer. */
  readonly tookMs: number;
}

export interface Client {
  /** Resolves when the whole answer, which is thrown away, has come. Throws when none comes. */
  ask(request: Request): Promise<Answer>;
  close(): void;
}

export function openClient(url: string): Client {
  const { Agent, request } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async ask({ method, path, headers, body }) {
      const startedMs = performance.now();
      const sent = request(new URL(path, url), { method, headers, agent });
      // Ended with its whole body, it is sent with its length and in one piece.
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [http.IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return { status: answer.statusCode ?? 0, headers: answer.headers, tookMs: performance.now() - startedMs };
    },
    close: () => agent.destroy(),
  };
}

/** Asks what a load asks, and resolves to how long it took. Throws when the answer is not the load's expected one. */
export async function timed(client: Client, { name, expectedStatus }: Load, request: Request): Promise<number> {
  const { status, tookMs } = await client.ask(request);
  if (status === expectedStatus) return tookMs;
  throw new Error(`${name} answered ${status} to ${request.method} ${request.path}`);
}
