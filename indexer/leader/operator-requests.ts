/** Runs the operations that operators request for the whole index. */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import { isOpen, type Jobs, type Operation, type OperationChange } from '../operations/jobs.ts';
import { OperationRefused, rollBack } from '../rebuild/previous-index.ts';
import type { Step, StepContext } from './steps.ts';

/** Runs the operation, or resolves to the step that runs it. Throws Interrupted, or what the engines throw. */
export async function runOperation(context: StepContext, operation: Operation | null): Promise<Step | null> {
  if (!isOpen(operation)) return null;
  const { live, watch, jobs } = context;
  if (await refuseOtherVersion(jobs, operation)) return null;
  const { operationId, kind, generation } = operation;
  const end = (change: OperationChange) => jobs.update(operationId, change);
  const beforeSwap = async (next: Checkpoint): Promise<void> => {
    await jobs.update(operationId, { state: 'running', generation: next.generation });
    await live.stop();
  };
  if (kind === 'reindex') {
    if (generation === null || generation > live.generation())
      return { kind: 'rebuild', reason: 'an operator requested it' };
    // The leader swapped the index in and ended before it recorded that.
    await end({ state: 'done', reason: null });
    return null;
  }
  const isRolledBack = generation === live.generation();
  try {
    // Don't repeat a swap: a second one undoes the first.
    if (!isRolledBack)
      await live.follow(await rollBack(context, { source: watch.source(), live: live.checkpoint(), beforeSwap }));
    await end({ state: 'done', reason: null });
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    await end({ state: 'failed', reason: error.message });
  }
  return null;
}

/** Ends an open operation of another schema version. Resolves to whether it is one. */
export async function refuseOtherVersion(jobs: Jobs, operation: Operation | null): Promise<boolean> {
  if (!isOpen(operation) || operation.schemaVersion === SCHEMA_VERSION) return false;
  const versions = `it was requested by schema version ${operation.schemaVersion}, and the leader has ${SCHEMA_VERSION}`;
  const reason = `${versions}: end the other indexers first`;
  await jobs.update(operation.operationId, { state: 'failed', reason });
  return true;
}
