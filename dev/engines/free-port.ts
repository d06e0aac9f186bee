/** Finds free ports of this machine. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const HOST = '127.0.0.1';

/** Resolves to a port of 127.0.0.1 that is free at the moment. */
export async function freePort(): Promise<number> {
  const port = await listenAndClose(0);
  if (port === null) throw new Error('no port is free');
  return port;
}

/**
 * Resolves to whether the port of 127.0.0.1 is free at the moment. Throws if this user may not listen there, for example
 * below 1024.
 */
export const isFree = async (port: number): Promise<boolean> => (await listenAndClose(port)) !== null;

/** Below the ephemeral ports: an outgoing connection could take the port of a program that is down. */
const LASTING = { first: 20_000, last: 32_000 };

/** Resolves to ports of 127.0.0.1 that are free at the moment, for programs that are started again. */
export async function lastingPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = LASTING.first + Math.floor(Math.random() * (LASTING.last - LASTING.first));
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

/** Resolves to the port; to null if it is in use. Port 0: any free one. */
async function listenAndClose(port: number): Promise<number | null> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, HOST);
    await listening;
    return (server.address() as AddressInfo).port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return null;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
