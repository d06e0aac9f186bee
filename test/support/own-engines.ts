/**
 * Engines of a single test file, which it may freeze, kill and restart without disturbing other files. They are local
 * programs, so they are only available if the engines of the run are local, too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { EngineAddresses } from '../../dev/engines/types.ts';
import { startEngines } from '../../dev/engines.ts';
import { isRunning } from '../../dev/processes/is-running.ts';

export interface OwnEngine {
  /** The command line. */
  readonly command: { readonly program: string; readonly parameters: readonly string[] };
  /** Stops the process: connections stay open, new ones are accepted, but no request gets a response. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Starts the engine again on the same data and port, unless it runs. */
  restart(): Promise<void>;
  /** Resolves to the output since the last restart, when the process has ended. */
  lastWords(): Promise<string>;
}

export interface OwnEngines {
  readonly addresses: EngineAddresses;
  readonly mongodb: OwnEngine;
  readonly meilisearch: OwnEngine;
  stop(): Promise<void>;
}

/** Whether the engines run as local programs. */
export const canOwnEngines = process.env.TEST_MONGODB_PID !== undefined;

/** A test that is skipped unless it can have engines of its own. */
export const ownTest = canOwnEngines ? test : test.skip;

export async function startOwnEngines(): Promise<OwnEngines> {
  const { MONGODB_URL: _mongodb, MEILISEARCH_URL: _meilisearch, ...environment } = process.env;
  const engines = await startEngines({ environment: { ...environment, ENGINES: 'local' }, say: () => undefined });
  if (engines.processIds === undefined) throw new Error('the engines are no programs of this machine');
  const mongodb = await ownEngine(engines.processIds.mongodb);
  const meilisearch = await ownEngine(engines.processIds.meilisearch);
  return {
    addresses: engines,
    mongodb,
    meilisearch,
    async stop() {
      await Promise.all([mongodb.kill(), meilisearch.kill()]);
      await engines.stop();
    },
  };
}

/** Reads the command line and environment of a running process from /proc. */
async function ownEngine(startedId: number): Promise<OwnEngine> {
  const listOf = async (file: string) =>
    (await readFile(`/proc/${startedId}/${file}`, 'utf8')).split('\0').slice(0, -1);
  const [program = '', ...parameters] = await listOf('cmdline');
  const environment = Object.fromEntries(
    (await listOf('environ')).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  let processId = startedId;
  let restarted: ChildProcess | undefined;
  let output = Promise.resolve('');

  return {
    command: { program, parameters },
    freeze: () => void process.kill(processId, 'SIGSTOP'),
    thaw() {
      if (isRunning(processId)) process.kill(processId, 'SIGCONT');
    },
    async kill() {
      if (!isRunning(processId)) return;
      const ended = restarted === undefined ? untilGone(processId) : once(restarted, 'close');
      process.kill(processId, 'SIGKILL');
      await ended;
    },
    async restart() {
      if (isRunning(processId)) return;
      restarted = spawn(program, parameters, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
      output = outputOf(restarted);
      await once(restarted, 'spawn');
      processId = restarted.pid ?? processId;
    },
    lastWords: () => output,
  };
}

/** Reads the output until the process ends; a process whose pipes nobody reads would block. */
async function outputOf({ stdout, stderr }: ChildProcess): Promise<string> {
  const texts = await Promise.all([stdout, stderr].map((stream) => (stream === null ? '' : text(stream))));
  return texts.join('');
}

async function untilGone(processId: number): Promise<void> {
  while (isRunning(processId)) await new Promise((resolve) => setTimeout(resolve, 20));
}
