/**
 * A run of a development command: it stops on Ctrl-C or SIGTERM, at once on a second signal, and releases everything
 * that it started, however it ends.
 */
import { CommanderError } from 'commander';
import { createShutdownHooks, EXIT, onStopSignals, type ShutdownHooks } from '../src/runtime/lifecycle.ts';
import { createLogger } from '../src/runtime/logger.ts';
import { reportOf } from './errors.ts';

export interface Run {
  /** Prints a line of progress to standard error. Standard output is for the results. */
  readonly say: (line: string) => void;
  /** Registers a release step. They run in reverse order. */
  readonly onStop: ShutdownHooks['onStop'];
  /** Aborted when the run must stop. */
  readonly stopping: AbortSignal;
  /** Stops the run as a failure, and prints the reason. Does nothing if the run is stopping. */
  readonly fail: (reason: string) => void;
}

/**
 * Runs the work, releases everything, and resolves to the exit code: that of the work, or 1 after a failure. Prints what
 * the work throws, a bug with its stack trace, unless the run was stopped. An error of the command line, which commander
 * has printed, is code 2.
 */
export async function runToEnd(name: string, work: (run: Run) => Promise<number>): Promise<number> {
  const shutdownHooks = createShutdownHooks(createLogger(name, 'error', process.stderr));
  const stopping = new AbortController();
  let hasFailed = false;
  const fail = (reason: string): void => {
    if (stopping.signal.aborted) return;
    say(reason);
    hasFailed = true;
    stopping.abort();
  };
  const removeHandlers = onStopSignals(() => {
    if (stopping.signal.aborted) process.exit(EXIT.failure);
    say('Stopping');
    stopping.abort();
  });
  let code: number = EXIT.failure;
  try {
    code = await work({ say, onStop: shutdownHooks.onStop, stopping: stopping.signal, fail });
  } catch (error) {
    if (error instanceof CommanderError) code = error.exitCode === 0 ? EXIT.success : EXIT.usage;
    else fail(reportOf(error));
  }
  // Without this, background work would report errors of resources that are released.
  stopping.abort();
  await shutdownHooks.release().catch(() => {
    hasFailed = true;
  });
  removeHandlers();
  return hasFailed ? EXIT.failure : code;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
