/** The step that follows the live index, and runs the operations that operators request. */
import { runOperation } from './operator-requests.ts';
import type { Step, StepContext } from './steps.ts';
import { watchUntil } from './watch-until.ts';

/** Resolves to the next step when an operation requires one. Throws Interrupted, or what the engines throw. */
export async function followUntilInterrupted(context: StepContext): Promise<Step> {
  const { live, setState } = context;
  setState('following');
  return await watchUntil<Step>(context, null, async (operation) => {
    const next = await runOperation(context, operation);
    // Without one, the index has a newer schema version, and the requested rollback from it was refused or withdrawn.
    return next ?? (live.followed() === null ? { kind: 'take over' } : null);
  });
}
