/** A way to the engine that remembers what it is asked: it passes requests on, and their answers back. */
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Run } from './run.ts';

export interface Recorder {
  readonly url: string;
  /** The bodies of the requests to this path since the last call. */
  takeBodies(path: string): readonly unknown[];
}

export async function startRecorder(run: Run, engineUrl: string): Promise<Recorder> {
  let recorded: { readonly path: string; readonly body: string }[] = [];
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((incoming, outgoing) => {
    void (async () => {
      const { method, headers, url: path = '/' } = incoming;
      const body = await buffer(incoming);
      recorded.push({ path, body: body.toString() });
      const passed = http.request(new URL(path, engineUrl), { method, headers, agent });
      passed.end(body);
      const [answer] = (await once(passed, 'response')) as [http.IncomingMessage];
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
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
    takeBodies(path) {
      const bodies = recorded.filter((each) => each.path === path).map(({ body }) => JSON.parse(body) as unknown);
      recorded = [];
      return bodies;
    },
  };
}
