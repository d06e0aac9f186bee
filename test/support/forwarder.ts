/** Passes connections on to an engine, can stop doing so, and hears what is sent: for one process, while others use the engine. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Forwarder {
  readonly port: number;
  /** Cuts every connection and refuses new ones. */
  pause(): Promise<void>;
  /** Takes connections again, at the same port. */
  resume(): Promise<void>;
  /** Keeps back whatever is sent with this text in it, from now on until `release`. What else is sent passes. */
  hold(text: string): void;
  /** Lets through what was kept back, and keeps nothing back any more. */
  release(): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and passes every connection on to `target` (`host:port`); `hear` gets what is sent there. */
export async function startForwarder(
  target: string,
  hear: (sent: string) => void = () => undefined,
): Promise<Forwarder> {
  const [host = '', port = ''] = target.split(':');
  const sockets = new Set<Socket>();
  const kept: (() => void)[] = [];
  let heldText: string | null = null;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // A cut connection is what this is for.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((inner) => {
    const outer = connect(Number(port), host);
    keep(inner);
    keep(outer);
    inner.on('data', (chunk: Buffer) => {
      const sent = chunk.toString('latin1');
      hear(sent);
      if (heldText !== null && sent.includes(heldText)) kept.push(() => outer.write(chunk));
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
  const taken = (server.address() as AddressInfo).port;
  return {
    port: taken,
    pause,
    resume: () => listen(taken),
    hold(text) {
      heldText = text;
    },
    release() {
      heldText = null;
      for (const send of kept.splice(0)) send();
    },
    close: pause,
  };
}
