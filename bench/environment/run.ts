/**
 * A benchmark run: reports its progress, and releases everything that it started, whether it succeeds, fails or is
 * stopped by Ctrl-C.
 */
import { aborted, createReleasers, EXIT, onStopSignals, type Releasers } from '../../src/runtime/lifecycle.ts';
import { createLogger } from '../../src/runtime/logger.ts';

export interface Run {
  /** Prints a line of progress to standard error. Standard output is for the results. */
  say(line: string): void;
  /** Registers a release step. They run in reverse order. */
  readonly onStop: Releasers['onStop'];
  /** Fails the run with this reason, for example because a process ended. Does nothing after its end. */
  fail(reason: string): void;
  /** Aborted when the run stops or fails, and at its end. */
  readonly stopping: AbortSignal;
}

/** Runs the work, releases everything, and resolves to the exit code. A second signal ends the process at once. */
export async function runToEnd(work: (run: Run) => Promise<void>): Promise<number> {
  const releasers = createReleasers(createLogger('bench', 'error', process.stderr));
  const stopping = new AbortController();
  let isRequested = false;
  const forgetSignals = onStopSignals(() => {
    if (isRequested) process.exit(EXIT.failure);
    isRequested = true;
    say('Stopping: what was started is ended and removed.');
    stopping.abort();
  });
  let fail: Run['fail'] = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = (reason) => reject(new Error(reason));
  });
  let code: number = EXIT.failure;
  try {
    const done = work({ say, fail, onStop: releasers.onStop, stopping: stopping.signal }).then(() => EXIT.success);
    code = await Promise.race([done, failed, aborted(stopping.signal).then(() => EXIT.failure)]);
  } catch (error) {
    if (!isRequested) say(textOf(error));
  }
  // Without this, background work would go on with resources that are released.
  stopping.abort();
  await releasers.release().catch(() => {
    code = EXIT.failure;
  });
  forgetSignals();
  return code;
}

/** The message of an error that this program throws; the stack trace of any other error. */
const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
};

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
