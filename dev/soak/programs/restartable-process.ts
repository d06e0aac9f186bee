/**
 * A program that can be killed, stopped and frozen, and started again on the same data and port.
 *
 * States: running, frozen (SIGSTOP), ended on request. A program that ends by itself is a failure of the soak.
 */
import type { EventLog } from '../event-log.ts';

/** A program that responds. */
export interface Launched {
  readonly pid: number;
  /** Resolves when the program ends, to how it ended. */
  readonly ended: Promise<string>;
  /** Contains its output. */
  readonly logFile: string;
}

export interface RestartableProcessOptions {
  readonly name: string;
  readonly log: EventLog;
  /** Starts it and resolves when it responds. Throws if it doesn't. `start`: the number of this start, from 1. */
  readonly launch: (start: number) => Promise<Launched>;
}

export interface RestartableProcess {
  readonly name: string;
  /** Null while it isn't running. */
  pid(): number | null;
  /** Resolves when the program responds. Throws if it doesn't. */
  start(): Promise<void>;
  /** Ends the program and resolves to how it ended. Kills it if it is still running 30 s after SIGTERM. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<string>;
  freeze(): void;
  resume(): void;
  /** From now on, the soak doesn't fail if the program ends by itself. */
  dismiss(): void;
}

/** Longer than the stop timeout of every program. */
const END_WITHIN_MS = 30_000;

export function createRestartableProcess({ name, log, launch }: RestartableProcessOptions): RestartableProcess {
  let running: Launched | null = null;
  let starts = 0;
  let isStopping = false;

  const send = (signal: NodeJS.Signals): void => {
    if (running !== null) process.kill(running.pid, signal);
  };

  return {
    name,
    pid: () => running?.pid ?? null,
    async start() {
      starts += 1;
      isStopping = false;
      running = await launch(starts);
      const { ended, logFile } = running;
      void ended.then((outcome) => {
        running = null;
        if (!isStopping) log.fail(`${name} ended by itself`, `${outcome}, see ${logFile}`);
      });
    },
    async end(signal) {
      if (running === null) return 'gone already';
      isStopping = true;
      const { ended } = running;
      send(signal);
      const killTimer = setTimeout(() => send('SIGKILL'), END_WITHIN_MS);
      const outcome = await ended;
      clearTimeout(killTimer);
      return outcome;
    },
    freeze: () => send('SIGSTOP'),
    resume: () => send('SIGCONT'),
    dismiss() {
      isStopping = true;
    },
  };
}
