/** Records why a rebuild ended without a swap. */
import type { LeaderContext } from '../context.ts';
import type { RebuildFailure } from '../leader-report.ts';

/**
 * Counts the failure and stores it for `status`, which shows it also if no operator requested the rebuild. Throws what
 * MongoDB throws.
 */
export async function recordFailure(
  { reports, metrics }: Pick<LeaderContext, 'reports' | 'metrics'>,
  failure: RebuildFailure & { readonly result: 'failed' | 'refused' },
): Promise<void> {
  metrics.reindexEnded(failure.result);
  await reports.storeFailure(failure);
}
