/** `reindex --merchant`: writes all products of one merchant again, in the live index. */
import { print, type Shell, say } from '../../src/runtime/command-line.ts';
import type { IndexerContext } from '../context.ts';
import { assertMerchant } from '../documents/assert-merchant.ts';
import { whileLeading } from '../leadership/compete.ts';
import { leaseCollection, readLease } from '../leadership/lease.ts';
import { nextReport } from '../operations/next-report.ts';
import type { IndexerConfig } from './open.ts';
import { sayIfPaused } from './pause.ts';
import { runCommand } from './run-command.ts';

/** Resolves to the exit code: 1 also when the command was stopped before the end. */
export const reindexMerchant = (config: IndexerConfig, shell: Shell, merchantId: string): Promise<number> =>
  runCommand(config, shell, async (context, stopping) => {
    await assertMerchant(context.database, merchantId);
    await context.rewrites.requestMerchant(merchantId);
    await sayIfPaused(context, shell);
    await whileLeading(context, stopping, () => untilRewritten(context, merchantId, stopping));
    if (stopping.aborted) {
      say(shell, 'Stopped. A running indexer goes on with it; else run the command again.');
      return false;
    }
    print(shell, `every product of ${merchantId} is written again`);
    return true;
  });

/**
 * Waits until the products are written again: first the leader turns the request into a fan-out of its checkpoint, then it
 * works through the fan-out.
 */
async function untilRewritten(context: IndexerContext, merchantId: string, signal: AbortSignal): Promise<void> {
  const leases = leaseCollection(context.database);
  const next = () => nextReport(() => readLease(leases, context.indexName), signal);
  await context.rewrites.untilDone(signal);
  // The first report may have been made before the request became a fan-out.
  await next();
  while (!signal.aborted) {
    const report = (await next())?.report;
    // A leader that does not follow the index yet does not know its fan-outs.
    if (report?.progress && !report.rewritingMerchants.includes(merchantId)) return;
  }
}
