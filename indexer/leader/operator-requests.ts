/** Runs the operations that operators request for the whole index. */
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import { checkpointAfterRollback, OperationRefused, swapBack } from '../rebuild/previous-index.ts';
import type { Jobs } from '../requests/jobs.ts';
import { isOpen, type Operation } from '../requests/operations.ts';
import type { Step, StepContext } from './steps.ts';

/** Runs the operation, or resolves to the step that runs it. Throws Interrupted, or what the engines throw. */
export async function runOperation(context: StepContext, operation: Operation | null): Promise<Step | null> {
  if (!isOpen(operation)) return null;
  const { jobs } = context;
  if (await refuseOtherVersion(jobs, operation)) return null;
  const { operationId, kind } = operation;
  switch (kind) {
    case 'rollback':
      await runRollback(context, operation);
      return null;
    case 'reindex':
      return await runReindex(context, operation);
    default: {
      const reason = `the leader does not know the operation ${kind satisfies never}: another version requested it`;
      await jobs.update(operationId, { state: 'failed', reason });
      return null;
    }
  }
}

async function runReindex({ live, jobs }: StepContext, { operationId, generation }: Operation): Promise<Step | null> {
  if (generation === null || generation > live.generation())
    return { kind: 'rebuild', reason: 'an operator requested it' };
  // The leader swapped the index in and ended before it recorded that.
  await jobs.update(operationId, { state: 'done', reason: null });
  return null;
}

async function runRollback(context: StepContext, operation: Operation): Promise<void> {
  const { live, watch, jobs } = context;
  const { operationId, generation } = operation;
  try {
    // Don't repeat a swap: a second one undoes the first.
    if (generation !== live.generation()) {
      const next = await checkpointAfterRollback(context, watch.source(), live.checkpoint());
      if (!(await jobs.start(operation, next.generation))) return;
      await live.stop();
      await swapBack(context, next);
      await live.follow(next);
    }
    await jobs.update(operationId, { state: 'done', reason: null });
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    await jobs.update(operationId, { state: 'failed', reason: error.message });
  }
}

/** Ends an open operation of another schema version. Resolves to whether it is one. */
export async function refuseOtherVersion(jobs: Jobs, operation: Operation | null): Promise<boolean> {
  if (!isOpen(operation) || operation.schemaVersion === SCHEMA_VERSION) return false;
  const versions = `it was requested by schema version ${operation.schemaVersion}, and the leader has ${SCHEMA_VERSION}`;
  const reason = `${versions}: end the other indexers first`;
  await jobs.update(operation.operationId, { state: 'failed', reason });
  return true;
}
