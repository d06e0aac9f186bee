/** Does what operators request of the index as a whole. */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import type { Operation } from '../operations/jobs.ts';
import { dropPrevious, OperationRefused, rollBack } from '../rebuild/previous-index.ts';
import type { Leading, Step, Tell } from './steps.ts';

/** Does the operation, or resolves to the step that does it. Throws Interrupted, or what the engines throw. */
export async function runOperation(leading: Leading, operation: Operation | null): Promise<Step | null> {
  if (operation === null || operation.finishedAt !== null) return null;
  const { context, live } = leading;
  const { kind, generation, schemaVersion } = operation;
  const tell: Tell = (change) => context.jobs.update(operation.operationId, change);
  const end: Tell = (change) => tell({ finishedAt: new Date(), ...change });
  const beforeSwap = async (next: Checkpoint): Promise<void> => {
    await tell({ state: 'running', generation: next.generation });
    await live.stop();
  };
  if (schemaVersion !== SCHEMA_VERSION) {
    const versions = `it was requested by schema version ${schemaVersion}, and the leader has ${SCHEMA_VERSION}`;
    await end({ state: 'failed', reason: `${versions}: end the other indexers first` });
    return null;
  }
  if (kind === 'reindex') {
    if (generation === null || generation > live.generation())
      return { kind: 'rebuild', reason: 'an operator requested it', allowsFewer: operation.allowsFewer };
    // It was swapped in before that was noted.
    await end({ state: 'done' });
    return null;
  }
  const isRolledBack = kind === 'rollback' && generation === live.generation();
  try {
    if (kind === 'drop old') await dropPrevious(context);
    // A second swap would undo the first.
    else if (!isRolledBack) await live.follow(await rollBack(context, { ...leading, beforeSwap }));
    await end({ state: 'done' });
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    await end({ state: 'failed', reason: error.message });
  }
  return null;
}
