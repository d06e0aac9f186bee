/**
 * Makes the real engine reject documents. An index gets an embedder whose template fails for some documents; such a
 * document fails its whole task.
 */
import type { Server } from 'node:http';
import type { TestService } from '../../../support/service.ts';
import { concurrentTest } from '../per-test-service.ts';
import { removeEmbedder, setEmbedder, startVectorServer } from './embedder.ts';

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
  if (address === null)
    throw new Error('Meilisearch cannot reach this process, so it cannot be made to refuse documents');
  let isDown = false;
  const server = await startVectorServer(address, (_texts, answer) => answer(isDown ? 400 : 200));
  servers.add(server);
  const refuseSome = (indexName: string) => setEmbedder({ meilisearch, indexName }, server, TEMPLATE);
  return {
    refuseSome,
    async refuseAll(indexName) {
      await refuseSome(indexName);
      isDown = true;
    },
    refuseNone: (indexName) => removeEmbedder({ meilisearch, indexName }),
  };
}
