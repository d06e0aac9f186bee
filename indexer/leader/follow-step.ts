/** The step that follows the live index, and runs the operations that operators request. */
import { sleep } from '../../src/runtime/retry.ts';
import { runOperation } from './operator-requests.ts';
import { OPERATION_POLL_MS, type Step, type StepContext } from './steps.ts';

const WATCH_EVERY_MS = 200;

/** Resolves to the next step when an operation requires one. Throws Interrupted, or what the engines throw. */
export async function followUntilInterrupted(context: StepContext): Promise<Step> {
  const { live, watch, setState, jobs, signal } = context;
  setState('following');
  let polledMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    signal.throwIfAborted();
    await watch.checkDue(null);
    if (performance.now() - polledMs >= OPERATION_POLL_MS) {
      polledMs = performance.now();
      const next = await runOperation(context, await jobs.operation());
      if (next !== null) return next;
      // The index has a newer schema version, and the requested rollback from it was refused or withdrawn.
      if (live.followed() === null) return { kind: 'take over' };
    }
    await sleep(WATCH_EVERY_MS, signal);
  }
}
