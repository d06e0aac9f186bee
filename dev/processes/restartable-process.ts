/**
 * A process that can be killed, stopped and frozen, and started again, as a rule on the same data and port.
 *
 * States: running, frozen (SIGSTOP), ended on request, ended by itself.
 */

/** A process that responds. It must be registered with the reaper. */
interface Launched {
  readonly pid: number;
  /** Resolves when the process ends, to how it ended. */
  readonly ended: Promise<string>;
}

interface RestartableProcessOptions {
  /** Starts it and resolves when it responds. Throws if it doesn't. `start`: the number of this start, from 1. */
  readonly launch: (start: number) => Promise<Launched>;
  /** Called when the process ends by itself. */
  readonly onUnexpectedEnd?: (outcome: string) => void;
}

export interface RestartableProcess {
  /** Null while it isn't running. */
  pid(): number | null;
  /** Resolves when the process responds: at once if it runs already. Throws if it doesn't. */
  start(): Promise<void>;
  /** Ends the process and resolves to how it ended. Kills it if it is still running 30 s after SIGTERM. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<string>;
  /** Stops the process: connections stay open, new ones are accepted, but no request gets a response. */
  freeze(): void;
  /** Ends `freeze`. */
  resume(): void;
}

/** Longer than the stop timeout of every program. */
const END_WITHIN_MS = 30_000;

export function createRestartableProcess({
  launch,
  onUnexpectedEnd = () => undefined,
}: RestartableProcessOptions): RestartableProcess {
  let running: Launched | null = null;
  let starts = 0;
  let isStopping = false;

  const send = (signal: NodeJS.Signals): void => {
    if (running !== null) process.kill(running.pid, signal);
  };

  return {
    pid: () => running?.pid ?? null,
    async start() {
      if (running !== null) return;
      starts += 1;
      isStopping = false;
      const launched = await launch(starts);
      running = launched;
      void launched.ended.then((outcome) => {
        running = null;
        if (!isStopping) onUnexpectedEnd(outcome);
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
  };
}
