/** A benchmark run. It ends as soon as it is stopped or fails: what its parts still do is then released. */
import { type Run, runToEnd as runCommandToEnd } from '../../dev/run.ts';
import { aborted, EXIT } from '../../src/runtime/lifecycle.ts';

export type { Run } from '../../dev/run.ts';

/** Runs the work, releases everything, and resolves to the exit code. A second signal ends the process at once. */
export const runToEnd = (work: (run: Run) => Promise<void>): Promise<number> =>
  runCommandToEnd('bench', (run) =>
    Promise.race([work(run).then(() => EXIT.success), aborted(run.stopping).then(() => EXIT.failure)]),
  );
