/**
 * A program that can be killed, stopped and frozen, and started again where it was.
 *
 * States: running, frozen (SIGSTOP), ended because it was asked to. That it ends by itself is a failure of the soak.
 */
import { join } from 'node:path';
import type { Keeper, Running } from '../engines/keeper.ts';
import { untilSucceeds } from '../engines/waiting.ts';
import type { Diary } from './diary.ts';

export interface ProgramOptions {
  readonly name: string;
  readonly keeper: Keeper;
  readonly diary: Diary;
  readonly program: string;
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working folder. */
  readonly folder: string;
  /** Each start has a log of its own there. */
  readonly logFolder: string;
  /** Resolves when it answers; is tried again until then. */
  readonly ready: (running: Running, signal: AbortSignal) => Promise<unknown>;
}

export interface Program {
  readonly name: string;
  /** Resolves when it answers. Throws when it does not within a minute. */
  start(): Promise<void>;
  /** Ends it, and resolves to how it ended. What does not end at SIGTERM is killed after a while. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<string>;
  freeze(): void;
  wake(): void;
  /** From here on it may end. */
  dismiss(): void;
}

const READY_WITHIN_MS = 60_000;
/** Longer than any of the programs gives itself. */
const END_WITHIN_MS = 30_000;

export function createProgram({ name, keeper, diary, logFolder, ready, ...command }: ProgramOptions): Program {
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
      const log = join(logFolder, `${name}-${starts}.log`);
      const started = await keeper.start({ ...command, name, log });
      running = started;
      void started.ended.then((how) => {
        running = null;
        if (!isAskedToEnd) diary.fail(`${name} ended by itself`, `${how}, see ${log}`);
      });
      const ended = started.ended.then((how) => Promise.reject(new Error(`${name} ${how}, see ${log}`)));
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
