/** The steps that wait: for the next try after a refused rebuild, and for the end of a pause. */
import { sleep } from '../../src/runtime/retry.ts';
import { runOperation } from './operator-requests.ts';
import { POLL_MS, type Step, type StepContext } from './steps.ts';
import { watchUntil } from './watch-until.ts';

/** The delay before a new rebuild, after a refused swap without a live index to follow. */
const REFUSED_WAIT_MS = 60_000;

/**
 * Runs operations while it waits. A rollback or a reindex ends the wait. Throws Interrupted, or what the engines throw.
 */
export async function waitToRetry(context: StepContext, reason: string): Promise<Step> {
  const { live, setState, indexName, logger } = context;
  setState('waiting');
  const endMs = performance.now() + REFUSED_WAIT_MS;
  return await watchUntil<Step>(context, null, async (operation) => {
    const next = await runOperation(context, operation);
    if (next !== null) return next;
    if (live.followed() !== null) return { kind: 'follow' };
    if (performance.now() < endMs) return null;
    logger.warn({ index: indexName, reason }, 'trying the rebuild again');
    return { kind: 'take over' };
  });
}

/** Writes nothing until an operator resumes the indexer. Throws what the engines throw. */
export async function waitUntilResumed(context: StepContext, reason: string): Promise<Step> {
  const { live, setState, indexName, index, jobs, logger, signal } = context;
  await live.stop();
  setState('paused');
  logger.warn({ index: indexName }, `${reason}: nothing is written until \`resume\``);
  // `status` shows the age of the checkpoint, which limits the length of the pause.
  const state = await index.stateOf(indexName);
  await live.leave(state.kind === 'checkpoint' ? state.checkpoint : state.kind);
  while ((await jobs.pausedAt()) !== null) {
    signal.throwIfAborted();
    await sleep(POLL_MS, signal);
  }
  logger.info({ index: indexName }, 'resumed');
  return { kind: 'take over' };
}
