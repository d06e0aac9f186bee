/**
 * `/readyz` is a 503 without MongoDB, and names the engine that is out; without Meilisearch it's ready but degraded.
 */
import { createServer, type Server } from 'node:net';
import { type Api, createService, type TestService } from '../../support/service.ts';

const NOWHERE = { mongodb: 'mongodb://127.0.0.1:2/none', meilisearch: 'http://127.0.0.1:2' };

/** MongoDB's client retries for a while, so the first state is "does not answer". */
const OUT = /^(does not answer|cannot be reached)$/;

let service: TestService;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
});
afterAll(() => service.stop());

const readiness = async (api: Api) => {
  const { status, body } = await api.request('/readyz');
  return [status, body.status, body.checks.mongodb, body.checks.meilisearch];
};

test('without MongoDB it is not ready', async () => {
  const api = await service.startApi({ MONGODB_URL: NOWHERE.mongodb });
  expect(await readiness(api)).toEqual([
    503,
    'not ready',
    expect.stringMatching(OUT),
    expect.stringContaining('no index'),
  ]);
});

test('without Meilisearch it is ready and degraded, since lists work', async () => {
  const api = await service.startApi({ MEILISEARCH_URL: NOWHERE.meilisearch });
  expect(await readiness(api)).toEqual([200, 'degraded', 'ok', 'cannot be reached']);
});

test('without both it is not ready, and names both', async () => {
  const api = await service.startApi({ MONGODB_URL: NOWHERE.mongodb, MEILISEARCH_URL: NOWHERE.meilisearch });
  expect(await readiness(api)).toEqual([503, 'not ready', expect.stringMatching(OUT), 'cannot be reached']);
});

test('an engine that accepts connections and never responds does not make the check hang', async () => {
  const silent = await listening(createServer());
  try {
    const api = await service.startApi({
      MONGODB_URL: `mongodb://127.0.0.1:${silent.port}/none?directConnection=true`,
      MEILISEARCH_URL: `http://127.0.0.1:${silent.port}`,
    });
    expect(await readiness(api)).toEqual([503, 'not ready', expect.stringMatching(OUT), 'does not answer']);
  } finally {
    await silent.close();
  }
});

/** A server that accepts connections and never responds. */
async function listening(server: Server): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    port: address.port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
