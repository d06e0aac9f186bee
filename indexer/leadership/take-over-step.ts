/** The step that assesses the live index, and follows it if possible. */
import type { Mark } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import { interruptionOf } from '../interruption.ts';
import { reclaimRebuild } from '../rebuild/reclaim.ts';
import type { RestoreMarks } from '../source/restore-marks.ts';
import { sourceOf } from '../source/source-identity.ts';
import { assessIndex, openReindex } from './assess.ts';
import { refuseOtherVersion } from './operator-requests.ts';
import type { BaseContext, Step, StepContext } from './steps.ts';
import { assertNotPaused, createWatch } from './watch.ts';

/**
 * Resolves to the next step. Calls `onContext` with the context of the later steps before it touches the index. Throws
 * Interrupted, or what the engines throw.
 */
export async function takeOver(base: BaseContext, onContext: (context: StepContext) => void): Promise<Step> {
  const { context, live, marks, setState } = base;
  const { database, indexName, index, jobs } = context;
  await live.stop();
  setState('starting');
  await assertNotPaused(jobs);
  const source = await sourceOf(database);
  const assessment = await assessIndex({ database, indexName, index, jobs, marks });
  if (assessment.kind === 'stand by') return { kind: 'end', end: assessment };
  await refuseOtherVersion(jobs, await jobs.operation());
  const known = assessment.kind === 'follow' ? assessment.checkpoint : assessment.live;
  const mark = await nextMark(marks, known?.mark ?? null);
  onContext({ ...base, source, watch: createWatch(context, { marks, source, mark }) });
  if (assessment.kind === 'follow') {
    await live.follow({ ...assessment.checkpoint, mark });
    const liveGeneration = live.generation();
    const adopts = openReindex(await jobs.operation())?.adopts ?? false;
    const unfinished = await reclaimRebuild(context, { source, liveGeneration, marks, adopts });
    if (unfinished === null) return { kind: 'follow' };
    return { kind: 'rebuild', reason: 'a rebuild was interrupted', allowsFewer: false };
  }
  await live.leave(known);
  if (assessment.kind === 'roll back') return { kind: 'follow' };
  const { kind, reason } = assessment;
  return kind === 'lost' ? await afterLoss(context, reason) : { kind: 'rebuild', reason, allowsFewer: false };
}

/** Resolves to the next step when the live index can serve searches, but can't be followed. */
export async function afterLoss({ onLostPosition, jobs }: LeaderContext, reason: string): Promise<Step> {
  const mayRebuild = onLostPosition === 'rebuild' || openReindex(await jobs.operation()) !== null;
  return mayRebuild ? { kind: 'rebuild', reason, allowsFewer: false } : { kind: 'end', end: { kind: 'stop', reason } };
}

/**
 * Resolves to the context with a new mark: a restored MongoDB has lost the old one, and a rebuild with it would be
 * lost, too.
 */
export async function withRenewedMark(lost: StepContext): Promise<StepContext> {
  const { context, marks, source } = lost;
  const mark = await nextMark(marks, lost.watch.mark());
  return { ...lost, watch: createWatch(context, { marks, source, mark }) };
}

/**
 * Resolves to the next mark. When MongoDB does not hold the live index's mark, starts a new era, so that marks of the
 * lost history never match again. Starts it only once: an interrupted rebuild already carries the new era.
 */
async function nextMark(marks: RestoreMarks, live: Mark | null): Promise<Mark> {
  try {
    if (live !== null) return await marks.advance(live);
  } catch (error) {
    if (interruptionOf(error)?.kind !== 'checkpoint lost') throw error;
  }
  const held = await marks.held();
  return await marks.advance(held?.era === live?.era ? null : held);
}
