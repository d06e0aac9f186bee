/** The step that assesses the live index, and follows it if possible. */
import type { Mark } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import { interruptionOf } from '../interruption.ts';
import { reclaimRebuild } from '../rebuild/reclaim.ts';
import type { RestoreMarks } from '../source/restore-marks.ts';
import { sourceOf } from '../source/source-identity.ts';
import { type Assessment, assessIndex, openReindex } from './assess.ts';
import { refuseOtherVersion } from './operator-requests.ts';
import type { BaseContext, EndStep, Step, StepContext } from './steps.ts';
import { assertNotPaused, createWatch } from './watch.ts';

/** What this process may do with the live index, and the context of the steps that do it. */
interface TakenOver {
  readonly kind: 'taken over';
  readonly context: StepContext;
  readonly assessment: Exclude<Assessment, { kind: 'stand by' }>;
}

/**
 * Assesses the live index. Resolves to the last step if this process must not write to it. Throws Interrupted, or what
 * the engines throw.
 */
export async function takeOver(base: BaseContext): Promise<TakenOver | EndStep> {
  const { live, marks, setState, database, jobs } = base;
  await live.stop();
  setState('starting');
  await assertNotPaused(jobs);
  const source = await sourceOf(database);
  const assessment = await assessIndex(base);
  if (assessment.kind === 'stand by') return { kind: 'end', end: assessment };
  await refuseOtherVersion(jobs, await jobs.operation());
  const known = assessment.kind === 'follow' ? assessment.checkpoint : assessment.live;
  const mark = await nextMark(marks, known?.mark ?? null);
  const context: StepContext = { ...base, source, watch: createWatch(base, { marks, source, mark }) };
  return { kind: 'taken over', context, assessment };
}

/** Follows the live index if possible. Resolves to the next step. Throws Interrupted, or what the engines throw. */
export async function afterTakeOver({ context, assessment }: TakenOver): Promise<Step> {
  const { live, watch, marks, source, jobs } = context;
  if (assessment.kind === 'follow') {
    await live.follow({ ...assessment.checkpoint, mark: watch.mark() });
    const liveGeneration = live.generation();
    const adopts = openReindex(await jobs.operation())?.adopts ?? false;
    const unfinished = await reclaimRebuild(context, { source, liveGeneration, marks, adopts });
    if (unfinished === null) return { kind: 'follow' };
    return { kind: 'rebuild', reason: 'a rebuild was interrupted' };
  }
  await live.leave(assessment.live);
  if (assessment.kind === 'roll back') return { kind: 'follow' };
  const { kind, reason } = assessment;
  return kind === 'lost' ? await afterLoss(context, reason) : { kind: 'rebuild', reason };
}

/** Resolves to the next step when the live index can serve searches, but can't be followed. */
export async function afterLoss({ onLostPosition, jobs }: LeaderContext, reason: string): Promise<Step> {
  const mayRebuild = onLostPosition === 'rebuild' || openReindex(await jobs.operation()) !== null;
  return mayRebuild ? { kind: 'rebuild', reason } : { kind: 'end', end: { kind: 'stop', reason } };
}

/**
 * Resolves to the context with a new mark: a restored MongoDB has lost the old one, and a rebuild with it would be
 * lost, too.
 */
export async function withRenewedMark(lost: StepContext): Promise<StepContext> {
  const { marks, source } = lost;
  const mark = await nextMark(marks, lost.watch.mark());
  return { ...lost, watch: createWatch(lost, { marks, source, mark }) };
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
