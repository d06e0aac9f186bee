/**
 * A read of the indexer whose connection breaks is run again, once. The driver retries neither a command that meets a
 * connection which was just reset, nor the next batch of a read.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import os from 'node:os';
import { type CommandStartedEvent, MongoClient } from 'mongodb';
import { createProductLoader } from '../../../indexer/products/product-loader.ts';
import { collection, insert, membership } from '../../support/fixtures.ts';
import { createService, type TestService } from '../../support/service.ts';
import { fill } from '../support/writes/fill.ts';

/** More than MongoDB returns in the first batch of a read. */
const PRODUCTS = 300;
const ALL = { kind: 'all', id: '', after: '', until: null } as const;

const sockets: Socket[] = [];
const onSocket = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
let service: TestService;
let client: MongoClient;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const ids = await fill(service, PRODUCTS);
  await insert(service.catalogue, {
    collections: [collection('shelf', 'one')],
    memberships: ids.map((id) => membership('shelf', id, 'one')),
  });
  subscribe('net.client.socket', onSocket);
  client = new MongoClient(service.variables.MONGODB_URL ?? '', { monitorCommands: true, runtimeAdapters: { os } });
});
afterAll(async () => {
  unsubscribe('net.client.socket', onSocket);
  await client.close();
  await service.stop();
});

/** Loads all products. Resolves to the id and the content hash of each document. */
async function loadAll(): Promise<readonly string[]> {
  const loader = createProductLoader(client, client.db());
  const { documents } = await loader.load(await loader.nextIds(ALL, PRODUCTS));
  return documents.map(({ json }) => {
    const { id, content_hash: hash } = JSON.parse(json.toString());
    return `${id} ${hash}`;
  });
}

/** Breaks all connections at the next commands of this name: before each is written, or once it is. */
function breakAt(command: string, times: number, when: 'before' | 'after'): void {
  let left = times;
  const breakAll = () => {
    for (const socket of sockets.splice(0))
      socket.destroy(Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET' }));
  };
  client.on('commandStarted', (event: CommandStartedEvent) => {
    const on = event.command.collection ?? event.command[event.commandName];
    if (left === 0 || `${event.commandName} ${on}` !== command) return;
    left -= 1;
    if (when === 'before') breakAll();
    else setImmediate(breakAll);
  });
}

afterEach(() => client.removeAllListeners('commandStarted'));

test.each([
  ['aggregate products', 'before'],
  ['find memberships', 'before'],
  ['getMore products', 'after'],
] as const)('D37: %s, %s it is written: every product is loaded, once', async (command, when) => {
  const expected = await loadAll();
  breakAt(command, 1, when);
  expect(await loadAll()).toEqual(expected);
  expect(expected.length).toBe(PRODUCTS);
});

test('D37: a read whose connection breaks twice fails', async () => {
  breakAt('find products', 2, 'before');
  await expect(loadAll()).rejects.toThrow('write ECONNRESET');
});
