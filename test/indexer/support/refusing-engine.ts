/**
 * Has the real engine refuse documents: an embedder is added to an index, and one whose texts it cannot make fails the
 * task with all that stands in it. The vectors come from a server of the test's own.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '../../support/service.ts';
import { concurrentTest } from './on-service.ts';
import { done } from './steps.ts';

/**
 * Where the engine reaches this process. One that is a program of this machine has the same 127.0.0.1, and one in a container has
 * another: it reaches the address that its own port is published at, where that is a bridge's. Null: none is known.
 */
function addressForEngine({
  TEST_MEILISEARCH_PID: pid,
  TEST_MEILISEARCH_URL: url = 'http://127.0.0.1',
}: NodeJS.ProcessEnv) {
  const { hostname } = new URL(url);
  if (pid !== undefined) return '127.0.0.1';
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) ? null : hostname;
}

const address = addressForEngine(process.env);
export const canRefuse = address !== null;

/** `concurrentTest` for what needs an engine that refuses. */
export const refusingTest: typeof concurrentTest = canRefuse
  ? concurrentTest
  : (name) => test.skip(`${name} (skipped where Meilisearch cannot reach this process)`, () => undefined);

/** In the title of each product that is to be refused. */
export const REFUSED = 'refusedbytheengine';

export interface RefusingEngine {
  /** From now on the index refuses documents with REFUSED in their title. */
  refuseSome(indexName: string): Promise<void>;
  /** From now on the index refuses every document whose title changes, as its embedder is out. */
  refuseAll(indexName: string): Promise<void>;
  /** The index takes everything again. */
  refuseNone(indexName: string): Promise<void>;
}

/**
 * They answer until the services of the file have stopped: the engine asks an embedder that is gone again and again, and keeps
 * every other index waiting.
 */
const servers = new Set<Server>();
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** The text of a document for the embedder: an unknown field in it is what the engine cannot do. */
const TEMPLATE = `{% if doc.title %}{% if doc.title contains "${REFUSED}" %}{{ doc.nowhere }}{% endif %}{{ doc.title }}{% endif %} text`;

export async function startRefusing({ meilisearch }: TestService): Promise<RefusingEngine> {
  let isOut = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
    if (isOut) response.statusCode = 400;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: input.map(() => ({ embedding: [0.1, 0.2] })) }));
  });
  if (address === null)
    throw new Error('Meilisearch cannot reach this process, so it cannot be made to refuse documents');
  servers.add(server);
  server.listen(0, address);
  await once(server, 'listening');
  const url = `http://${address}:${(server.address() as AddressInfo).port}/`;
  const asked = {
    request: { input: ['{{text}}', '{{..}}'] },
    response: { data: [{ embedding: '{{embedding}}' }, '{{..}}'] },
  };

  async function embedBy(
    indexName: string,
    embedders: Parameters<ReturnType<TestService['meilisearch']['index']>['updateEmbedders']>[0],
  ) {
    const { status, error } = await done(meilisearch.index(indexName).updateEmbedders(embedders));
    if (status !== 'succeeded') throw new Error(`the engine did not take the embedder: ${error?.message}`);
  }

  const refuseSome = (indexName: string) =>
    embedBy(indexName, { some: { source: 'rest', url, dimensions: 2, documentTemplate: TEMPLATE, ...asked } });
  return {
    refuseSome,
    async refuseAll(indexName) {
      await refuseSome(indexName);
      isOut = true;
    },
    refuseNone: (indexName) => embedBy(indexName, null),
  };
}
