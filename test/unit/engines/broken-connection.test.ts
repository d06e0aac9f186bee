/** A read of MongoDB that meets a connection which was just reset is sent again, once. The driver does not retry it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Meilisearch } from 'meilisearch';
import { MongoClient } from 'mongodb';
import { guardEngines } from '../../../src/engines/breaker/guarded-reads.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { createApiMetrics } from '../../../src/runtime/monitoring/metrics.ts';

const sockets: Socket[] = [];
const onSocket = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
let client: MongoClient;

beforeAll(async () => {
  subscribe('net.client.socket', onSocket);
  client = await MongoClient.connect(process.env.TEST_MONGODB_URL ?? '', { monitorCommands: true });
});
afterAll(async () => {
  await client.close();
  unsubscribe('net.client.socket', onSocket);
});

/** Resets the connections as the next command is written, as often as `times`. */
function resetNext(times: number): void {
  let left = times;
  client.on('commandStarted', () => {
    if (left === 0) return;
    left -= 1;
    const error = Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET' });
    for (const socket of sockets.splice(0)) socket.destroy(error);
  });
}

test.each([
  [1, 'answered'],
  [2, 'write ECONNRESET'],
])('after %d resets the read ends with: %s', async (resets, outcome) => {
  const database = client.db('broken-connection');
  const meilisearch = new Meilisearch({ host: process.env.TEST_MEILISEARCH_URL ?? '' });
  const guards = guardEngines({
    database,
    meilisearch,
    metrics: createApiMetrics(),
    logger: createLogger('test', 'silent'),
  });
  try {
    await database.command({ ping: 1 });
    resetNext(resets);
    const read = guards.reads.mongodb('test', () => database.collection('none').countDocuments());
    expect(
      await read.then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    ).toBe(outcome);
  } finally {
    guards.end();
    client.removeAllListeners('commandStarted');
  }
});
