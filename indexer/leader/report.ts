/** Reports the state of a leader: to MongoDB, where `status` and `/readyz` read it, and to Prometheus. */
import { tokenTimeMs } from '../../src/engines/mongodb/resume-token.ts';
import { sleep } from '../../src/runtime/retry.ts';
import type { LeaderContext } from '../context.ts';
import type { LeaderReport } from '../leader-report.ts';
import type { LiveIndex } from './live-index.ts';

const REPORT_EVERY_MS = 1000;

/** Reports until the signal aborts, independent of the pipeline, so that the reported lag rises during an outage. */
export async function keepReporting(
  { reports, metrics, logger }: LeaderContext,
  currentReport: () => LeaderReport,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const report = currentReport();
    metrics.reported(report);
    await reports.store(report).catch((error: unknown) => {
      // A leader that has ended doesn't wait for its last report, and a command closes its connections then.
      if (!signal.aborted) logger.warn({ err: error }, 'the report could not be stored');
    });
    await sleep(REPORT_EVERY_MS, signal);
  }
}

/** Returns the report of a leader. `others`: what the live index doesn't know. */
export function reportOf(
  live: LiveIndex,
  others: Pick<LeaderReport, 'state' | 'rebuild' | 'foreignRebuild' | 'isEngineFull'>,
): LeaderReport {
  const pipeline = live.followed()?.pipeline;
  const checkpoint = live.checkpoint();
  const fanOuts = checkpoint?.fanOuts ?? [];
  const forced = fanOuts.filter(({ isForced }) => isForced);
  return {
    ...others,
    lagMs: pipeline?.lagMs() ?? null,
    checkpointAt: checkpoint === null ? null : new Date(tokenTimeMs(checkpoint.token)),
    storedAt: pipeline === undefined ? null : new Date(tokenTimeMs(pipeline.stored().token)),
    fanOuts: fanOuts.length,
    fanOutsWaitMs: pipeline?.fanOutsWaitMs() ?? 0,
    rewritingMerchants: forced.flatMap(({ kind, id }) => (kind === 'merchant' ? [id] : [])),
    rewritesAll: forced.some(({ kind }) => kind === 'all'),
    hasIndex: live.hasIndex(),
    generation: live.generation(),
    progress: pipeline?.progress() ?? null,
  };
}
