/** `reindex --merchant`: writes all products of one merchant to the live index again. */
import { print, type Shell } from '../../src/runtime/command-line.ts';
import type { IndexerContext } from '../context.ts';
import { runWithLeader } from '../leadership/compete.ts';
import { nextReport } from '../operations/next-report.ts';
import { assertMerchant } from '../products/load-merchants.ts';
import type { IndexerConfig } from './open.ts';
import { warnIfPaused } from './pause.ts';
import { runCommand, sayStopped } from './run-command.ts';

/** Resolves to the exit code: also 1 when the command was stopped before the end. */
export const reindexMerchant = (config: IndexerConfig, shell: Shell, merchantId: string): Promise<number> =>
  runCommand(config, shell, async (context, stopping) => {
    await assertMerchant(context.database, merchantId);
    await context.rewrites.requestMerchant(merchantId);
    await warnIfPaused(context, shell);
    await runWithLeader(context, stopping, () => waitUntilRewritten(context, merchantId, stopping));
    if (stopping.aborted) {
      sayStopped(shell);
      return false;
    }
    print(shell, `rewrote every product of ${merchantId}`);
    return true;
  });

/** Waits until the leader has turned the request into a fan-out of its checkpoint and has completed the fan-out. */
async function waitUntilRewritten(context: IndexerContext, merchantId: string, signal: AbortSignal): Promise<void> {
  const next = () => nextReport(context.readLease, signal);
  await context.rewrites.waitUntilDone(signal);
  // The leader may have made the first report before the request became a fan-out.
  await next();
  while (!signal.aborted) {
    const report = (await next())?.report;
    // Without `progress`, the leader does not follow the index yet and reports no fan-outs.
    if (report?.progress && !report.rewritingMerchants.includes(merchantId)) return;
  }
}
