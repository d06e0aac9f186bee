/**
 * A TCP proxy to an engine. It can refuse or hold connections, respond itself, or cut the connection at a given
 * request.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import type { TestService } from '../service.ts';
import { type Connection, createRequestFaults, type RequestFaults } from './request-faults.ts';

export interface EngineProxy extends RequestFaults {
  readonly port: number;
  /** Ends `hold`, `respond` and `refuse`. */
  pass(): Promise<void>;
  /** Cuts every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Cuts every connection; new ones pass. */
  cut(): void;
  /** Forwards nothing in either direction, and keeps the connections open. */
  hold(): void;
}

/**
 * Starts a proxy to the engine at this URL, on a free port of 127.0.0.1. `onSent` gets what clients send. Close it with
 * `refuse`.
 */
export async function startProxy(
  engineUrl: string,
  onSent: (sent: string) => void = () => undefined,
): Promise<EngineProxy> {
  const { hostname, port } = new URL(engineUrl);
  const connections = new Set<Connection>();
  const { onRequest, onResponse, ...faults } = createRequestFaults();
  let isHeld = false;

  function accept(client: Socket): void {
    const engine = new Socket();
    const forward = (chunk: Buffer): void => {
      // The client is gone.
      if (engine.destroyed) return;
      // Meilisearch closes a connection that has no request for five seconds, so a held request has none yet.
      if (engine.pending && !engine.connecting) engine.connect(Number(port), hostname);
      engine.write(chunk);
    };
    const connection: Connection = { client, engine, forward, lastRequest: '', cutAtResponse: null };
    connections.add(connection);
    if (isHeld) pause(connection);
    client.on('data', (chunk: Buffer) => {
      onSent(chunk.toString('latin1'));
      onRequest(connection, chunk);
    });
    engine.on('data', (chunk: Buffer) => onResponse(connection, chunk));
    for (const socket of [client, engine]) {
      socket.on('error', () => end(connection));
      socket.on('close', () => end(connection));
    }
  }

  function end(connection: Connection): void {
    connections.delete(connection);
    connection.client.destroy();
    connection.engine.destroy();
  }

  const server = createServer(accept);
  await listen(server, 0);
  const { port: ownPort } = server.address() as AddressInfo;

  return {
    ...faults,
    port: ownPort,
    async pass() {
      isHeld = false;
      faults.respond(null);
      connections.forEach(resume);
      if (!server.listening) await listen(server, ownPort);
    },
    async refuse() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      connections.forEach(end);
      await closed;
    },
    cut: () => connections.forEach(end),
    hold() {
      isHeld = true;
      connections.forEach(pause);
    },
  };
}

function pause({ client, engine }: Connection): void {
  client.pause();
  engine.pause();
}

function resume({ client, engine }: Connection): void {
  client.resume();
  engine.resume();
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

export interface MongodbProxy extends EngineProxy {
  /** The address of the service's database at this proxy. */
  readonly url: string;
}

/** Starts a proxy to the MongoDB of a service. */
export async function startMongodbProxy(
  { variables }: Pick<TestService, 'variables'>,
  onSent?: (sent: string) => void,
): Promise<MongodbProxy> {
  const { host, pathname } = new URL(variables.MONGODB_URL ?? '');
  const proxy = await startProxy(`mongodb://${host}`, onSent);
  return { ...proxy, url: `mongodb://127.0.0.1:${proxy.port}${pathname}?directConnection=true` };
}

/** Part of a query by this merchant, in BSON. The read of a token doesn't contain it. */
export const readsOfMerchant = (merchantId: string): string =>
  `merchantId\0${String.fromCharCode(merchantId.length + 1)}\0\0\0${merchantId}`;
