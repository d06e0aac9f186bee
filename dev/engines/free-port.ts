/** Starting a program on a port nobody else has. */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Running } from './keeper.ts';
import { untilSucceeds } from './waiting.ts';

/** What may pass by itself: a port somebody else was quicker to take, and data an ending run has not let go of yet. */
const passing = /address already in use|DBPathInUse/i;
const patienceMs = 5_000;

export interface Starting<T> {
  readonly name: string;
  /** The file that gets what the program prints. */
  readonly log: string;
  readonly timeoutMs: number;
  start(port: number): Promise<Running>;
  /** Resolves once the program is ready; gives up at the signal. */
  ready(port: number, running: Running, signal: AbortSignal): Promise<T>;
}

/**
 * Starts a program on a free port and waits until it is ready. Another program may take the port between its being found
 * and its being used: then another port is tried, for a while.
 * @returns what `ready` returned
 * @throws when the program ends, with what its log tells about it, or is not ready in time
 */
export async function startOnFreePort<T>(starting: Starting<T>): Promise<T> {
  const patience = AbortSignal.timeout(patienceMs);
  for (;;) {
    const port = await freePort();
    const running = await starting.start(port);
    const giveUp = new AbortController();
    const ready = waitUntilReady(starting, port, running, giveUp.signal);
    const ended = running.ended.then((how) => ({ how }));
    const first = await Promise.race([ready.then((value) => ({ value })), ended]);
    if ('value' in first) return first.value;
    giveUp.abort();
    await ready.catch(() => {});
    const log = await readFile(starting.log, 'utf8');
    if (patience.aborted || !passing.test(log)) {
      throw new Error(`${starting.name} ${first.how}: ${tellingLines(log)}`);
    }
  }
}

async function waitUntilReady<T>(
  { name, timeoutMs, ready }: Starting<T>,
  port: number,
  running: Running,
  signal: AbortSignal,
) {
  await untilSucceeds(`${name} does not listen`, timeoutMs, () => connectTo(port), signal);
  return ready(port, running, signal);
}

/** A port of 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Throws when nobody listens at that port of 127.0.0.1. */
export async function connectTo(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

/** The few lines of a log that may tell why a program ended. */
export function tellingLines(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => /"s":"[EF]"|error/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(-3).map(readable).join(' | ').slice(0, 1_000);
}

/** mongod writes JSON, of which only two fields are for people. */
function readable(line: string): string {
  try {
    const { msg, attr } = JSON.parse(line);
    return [msg, attr?.error].filter(Boolean).join(': ');
  } catch {
    return line;
  }
}
