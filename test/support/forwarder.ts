/**
 * A TCP proxy to an engine for one process, which a test can cut, delay and observe while others use the engine
 * directly.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestService } from './service.ts';

export interface Forwarder {
  readonly port: number;
  /** Cuts every connection and refuses new ones. */
  pause(): Promise<void>;
  /** Accepts connections again, at the same port. */
  resume(): Promise<void>;
  /** Delays chunks that contain this text until `release`. Others pass. */
  hold(text: string): void;
  /** Sends the delayed chunks, and delays no more. */
  release(): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and forwards to `target` (`host:port`). `onSent` gets what clients send. */
export async function startForwarder(
  target: string,
  onSent: (sent: string) => void = () => undefined,
): Promise<Forwarder> {
  const [host = '', port = ''] = target.split(':');
  const sockets = new Set<Socket>();
  const delayed: (() => void)[] = [];
  let heldText: string | null = null;
  const track = (socket: Socket) => {
    sockets.add(socket);
    // Cut connections are expected.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((inner) => {
    const outer = connect(Number(port), host);
    track(inner);
    track(outer);
    inner.on('data', (chunk: Buffer) => {
      const sent = chunk.toString('latin1');
      onSent(sent);
      if (heldText !== null && sent.includes(heldText)) delayed.push(() => outer.write(chunk));
      else outer.write(chunk);
    });
    inner.on('close', () => outer.destroy());
    outer.pipe(inner);
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  const pause = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const boundPort = (server.address() as AddressInfo).port;
  return {
    port: boundPort,
    pause,
    resume: () => listen(boundPort),
    hold(text) {
      heldText = text;
    },
    release() {
      heldText = null;
      for (const send of delayed.splice(0)) send();
    },
    close: pause,
  };
}

export interface MongodbForwarder extends Forwarder {
  /** The address of the service's database at this forwarder. */
  readonly url: string;
}

/** A forwarder to the MongoDB of a service. */
export async function forwardMongodb(
  { variables }: Pick<TestService, 'variables'>,
  onSent?: (sent: string) => void,
): Promise<MongodbForwarder> {
  const { host, pathname } = new URL(variables.MONGODB_URL ?? '');
  const forwarder = await startForwarder(host, onSent);
  return { ...forwarder, url: `mongodb://127.0.0.1:${forwarder.port}${pathname}?directConnection=true` };
}

/** Part of a query by this merchant, in BSON. The read of a token doesn't contain it. */
export const readsOfMerchant = (merchantId: string): string =>
  `merchantId\0${String.fromCharCode(merchantId.length + 1)}\0\0\0${merchantId}`;
