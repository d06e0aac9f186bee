/** The step that assesses the live index, and follows it if possible. */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { reclaimRebuild } from '../rebuild/reclaim.ts';
import { openOperation } from '../requests/operations.ts';
import { sourceDifference, sourceOf } from '../source/source-identity.ts';
import { assessIndex } from './assess.ts';
import { refuseOtherVersion } from './operator-requests.ts';
import type { Step, StepContext } from './steps.ts';
import { assertNotPaused } from './watch.ts';

/** Resolves to the next step. Throws Interrupted, or what the engines throw. */
export async function takeOver(context: StepContext): Promise<Step> {
  const { live, watch, marks, setState, database, indexName, index, jobs, logger } = context;
  await live.stop();
  setState('starting');
  await assertNotPaused(jobs);
  const source = await sourceOf(database);
  const assessment = await assessIndex(context, source);
  if (assessment.kind === 'stand by') return assessment;
  if (assessment.kind === 'restore settings') {
    logger.warn({ index: indexName }, 'somebody reset the settings of the index: setting them again');
    await index.restoreSettings(indexName);
    return { kind: 'take over' };
  }
  await refuseOtherVersion(jobs, await jobs.operation());
  const known = assessment.kind === 'follow' ? assessment.checkpoint : assessment.live;
  // The mark of an index that another MongoDB adopted says nothing about this one, nor about its previous index.
  const isOwn = known !== null && sourceDifference(known.source, source) === null;
  watch.start(source, await marks.next(isOwn ? known.mark : null));
  if (assessment.kind === 'follow') return await followLive(context, assessment.checkpoint);
  await live.leave(assessment.live ?? (assessment.kind === 'lost' ? 'no checkpoint' : 'missing'));
  if (assessment.kind === 'roll back') {
    // An earlier leader may have ended in the middle of the rollback.
    await reclaimRebuild(context, { source, live: assessment.live, mustBuild: false });
    return { kind: 'follow' };
  }
  const { kind, reason } = assessment;
  return kind === 'lost' ? await afterLoss(context, reason) : { kind: 'rebuild', reason };
}

async function followLive(context: StepContext, checkpoint: Checkpoint): Promise<Step> {
  const { live, watch } = context;
  await live.follow({ ...checkpoint, mark: watch.mark() });
  const unfinished = await reclaimRebuild(context, {
    source: watch.source(),
    live: live.checkpoint(),
    mustBuild: false,
  });
  return unfinished === null ? { kind: 'follow' } : { kind: 'rebuild', reason: 'a rebuild was interrupted' };
}

/**
 * Resolves to the next step when the live index can't be followed, because its checkpoint is lost or missing. Before a
 * stop, stores the reason for `status`, because no process may run then.
 */
export async function afterLoss(context: StepContext, reason: string): Promise<Step> {
  const { onLostPosition, jobs, reports, live } = context;
  const mayRebuild = onLostPosition === 'rebuild' || openOperation(await jobs.operation(), 'reindex') !== null;
  if (mayRebuild) return { kind: 'rebuild', reason };
  const failure = `${reason}. ON_LOST_POSITION=stop leaves the decision to you: run \`reindex\``;
  await reports.storeFailure({ result: 'not started', reason: failure, liveGeneration: live.generation() });
  return { kind: 'stop', reason };
}
