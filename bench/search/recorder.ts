/** A proxy in front of the engine that records the queries of multi-searches. */
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Run } from '../environment/run.ts';

export const MULTI_SEARCH = '/multi-search';

interface Recorder {
  readonly url: string;
  /** Returns the queries since the last call. */
  takeQueries(): unknown[];
}

export async function startRecorder(run: Run, engineUrl: string): Promise<Recorder> {
  const recorded: unknown[] = [];
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((incoming, outgoing) => {
    void (async () => {
      const { method, headers, url: path = '/' } = incoming;
      const body = await buffer(incoming);
      if (path === MULTI_SEARCH) recorded.push(...JSON.parse(body.toString()).queries);
      const forwarded = http.request(new URL(path, engineUrl), { method, headers, agent });
      forwarded.end(body);
      const [response] = (await once(forwarded, 'response')) as [http.IncomingMessage];
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    })().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  run.onStop('recorder', async () => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeQueries: () => recorded.splice(0),
  };
}
