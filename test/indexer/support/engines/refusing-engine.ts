/**
 * Makes the real engine reject documents. An index gets an embedder whose template fails for some documents; such a
 * document fails its whole task. The test serves the vectors.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '../../../support/service.ts';
import { done } from '../indexes.ts';
import { concurrentTest } from '../per-test-service.ts';

/**
 * The address at which the engine reaches this process; null when unknown. An engine on this machine shares 127.0.0.1.
 * One in a container doesn't: it reaches the address where its own port is published, if that is a bridge's address.
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

/** `concurrentTest` for a test that needs an engine that rejects documents. */
export const refusingTest: typeof concurrentTest = canRefuse
  ? concurrentTest
  : (name) => test.skip(`${name} (skipped where Meilisearch cannot reach this process)`, () => undefined);

/** The engine rejects products whose title contains this. */
export const REFUSED = 'refusedbytheengine';

export interface RefusingEngine {
  /** From now on, the index rejects documents whose title contains REFUSED. */
  refuseSome(indexName: string): Promise<void>;
  /** From now on, the index rejects every document whose title changes, because its embedder is down. */
  refuseAll(indexName: string): Promise<void>;
  /** The index accepts all documents again. */
  refuseNone(indexName: string): Promise<void>;
}

/**
 * The embedders run until the services of the file have stopped: the engine retries an embedder that is down, and every
 * other index waits meanwhile.
 */
const servers = new Set<Server>();
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** The template of the embedder's input. Rendering an unknown field is an error in the engine. */
const TEMPLATE = `{% if doc.title %}{% if doc.title contains "${REFUSED}" %}{{ doc.nowhere }}{% endif %}{{ doc.title }}{% endif %} text`;

export async function startRefusing({ meilisearch }: TestService): Promise<RefusingEngine> {
  let isDown = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
    if (isDown) response.statusCode = 400;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: input.map(() => ({ embedding: [0.1, 0.2] })) }));
  });
  if (address === null)
    throw new Error('Meilisearch cannot reach this process, so it cannot be made to refuse documents');
  servers.add(server);
  server.listen(0, address);
  await once(server, 'listening');
  const url = `http://${address}:${(server.address() as AddressInfo).port}/`;
  const restFormat = {
    request: { input: ['{{text}}', '{{..}}'] },
    response: { data: [{ embedding: '{{embedding}}' }, '{{..}}'] },
  };

  async function setEmbedders(
    indexName: string,
    embedders: Parameters<ReturnType<TestService['meilisearch']['index']>['updateEmbedders']>[0],
  ) {
    const { status, error } = await done(meilisearch.index(indexName).updateEmbedders(embedders));
    if (status !== 'succeeded') throw new Error(`the engine did not take the embedder: ${error?.message}`);
  }

  const refuseSome = (indexName: string) =>
    setEmbedders(indexName, {
      some: { source: 'rest', url, dimensions: 2, documentTemplate: TEMPLATE, ...restFormat },
    });
  return {
    refuseSome,
    async refuseAll(indexName) {
      await refuseSome(indexName);
      isDown = true;
    },
    refuseNone: (indexName) => setEmbedders(indexName, null),
  };
}

/** Runs `work` with an engine that can reject documents of the service. */
export const withRefusingEngine = async (
  service: TestService,
  work: (engine: RefusingEngine) => Promise<void>,
): Promise<void> => work(await startRefusing(service));
