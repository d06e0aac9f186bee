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
  /** Aborted when the run must stop early. */
  readonly stopping: AbortSignal;
}

/** Runs the work, releases everything, and resolves to the exit code. A second signal ends the process at once. */
export async function runToEnd(work: (run: Run) => Promise<void>): Promise<number> {
  const releasers = createReleasers(createLogger('bench', 'error', process.stderr));
  const stopping = new AbortController();
  const forgetSignals = onStopSignals(() => {
    if (stopping.signal.aborted) process.exit(EXIT.failure);
    say('Stopping: what was started is ended and removed.');
    stopping.abort();
  });
  let code: number = EXIT.failure;
  try {
    const done = work({ say, onStop: releasers.onStop, stopping: stopping.signal }).then(() => EXIT.success);
    code = await Promise.race([done, aborted(stopping.signal).then(() => EXIT.failure)]);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
  await releasers.release().catch(() => {
    code = EXIT.failure;
  });
  forgetSignals();
  return code;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
