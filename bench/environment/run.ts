/** A benchmark run. It ends as soon as it is stopped or fails: what its parts still do is then released. */
import { type Run, runToEnd as runCommand } from '../../dev/run.ts';
import { aborted, EXIT } from '../../src/runtime/lifecycle.ts';

export type { Run } from '../../dev/run.ts';

/** Runs the work, releases everything, and resolves to the exit code. A second signal ends the process at once. */
export const runToEnd = (work: (run: Run) => Promise<void>): Promise<number> =>
  runCommand('bench', (run) => {
    const done = work(run).then(
      () => EXIT.success,
      (error) => {
        run.fail(textOf(error));
        return EXIT.failure;
      },
    );
    return Promise.race([done, aborted(run.stopping).then(() => EXIT.failure)]);
  });

/** The message of an error that this program throws; the stack trace of any other error. */
const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
};
