/**
 * A program that can be killed, stopped and frozen, and started again on the same data and port.
 *
 * States: running, frozen (SIGSTOP), ended on request. A program that ends by itself is a failure of the soak.
 */
import { join } from 'node:path';
import type { Keeper, Running } from '../engines/keeper.ts';
import { untilSucceeds } from '../engines/waiting.ts';
import type { Log } from './log.ts';

export interface ProgramOptions {
  readonly name: string;
  readonly keeper: Keeper;
  readonly log: Log;
  readonly program: string;
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working folder. */
  readonly folder: string;
  /** Each start writes a log of its own to this folder. */
  readonly logFolder: string;
  /** Resolves when the program responds. It is called again until it does. */
  readonly ready: (running: Running, signal: AbortSignal) => Promise<unknown>;
}

export interface Program {
  readonly name: string;
  /** Resolves when the program responds. Throws when it does not within a minute. */
  start(): Promise<void>;
  /** Ends the program and resolves to how it ended. One that does not end at SIGTERM is killed after 30 s. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<string>;
  freeze(): void;
  wake(): void;
  /** From now on the program may end by itself. */
  dismiss(): void;
}

const READY_WITHIN_MS = 60_000;
/** Longer than the stop timeout of every program. */
const END_WITHIN_MS = 30_000;

export function createProgram({ name, keeper, log, logFolder, ready, ...command }: ProgramOptions): Program {
  let running: Running | null = null;
  let starts = 0;
  let isAskedToEnd = false;

  const send = (signal: NodeJS.Signals): void => {
    if (running !== null) process.kill(running.processId, signal);
  };

  return {
    name,
    async start() {
      starts += 1;
      isAskedToEnd = false;
      const logFile = join(logFolder, `${name}-${starts}.log`);
      const started = await keeper.start({ ...command, name, log: logFile });
      running = started;
      void started.ended.then((how) => {
        running = null;
        if (!isAskedToEnd) log.fail(`${name} ended by itself`, `${how}, see ${logFile}`);
      });
      const ended = started.ended.then((how) => Promise.reject(new Error(`${name} ${how}, see ${logFile}`)));
      await Promise.race([
        untilSucceeds(`${name} is not ready`, READY_WITHIN_MS, (over) => ready(started, over)),
        ended,
      ]);
    },
    async end(signal) {
      if (running === null) return 'gone already';
      isAskedToEnd = true;
      const { ended } = running;
      send(signal);
      const impatience = setTimeout(() => send('SIGKILL'), END_WITHIN_MS);
      const how = await ended;
      clearTimeout(impatience);
      return how;
    },
    freeze: () => send('SIGSTOP'),
    wake: () => send('SIGCONT'),
    dismiss() {
      isAskedToEnd = true;
    },
  };
}
