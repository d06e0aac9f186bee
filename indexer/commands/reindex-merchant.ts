/** `reindex --merchant`: writes all products of one merchant to the live index again. */
import { printResult } from '../../src/runtime/command-line/command-line.ts';
import { nextReport } from '../reports/next-report.ts';
import { assertMerchant } from './assert-merchant.ts';
import { type CommandContext, runByLeader, storeRequest } from './run-command.ts';

/** Resolves to false when the command was stopped before the end. */
export async function reindexMerchant(context: CommandContext, merchantId: string): Promise<boolean> {
  const { database, rewrites, shell } = context;
  await assertMerchant(database, merchantId);
  await storeRequest(context, () => rewrites.request([{ kind: 'merchant', merchantId }]));
  const isDone = await runByLeader(context, () => waitUntilRewritten(context, merchantId));
  if (isDone) printResult(shell, `rewrote every product of ${merchantId}`);
  return isDone;
}

/**
 * Waits until the leader has turned the request into a fan-out of its checkpoint and has completed the fan-out. Resolves
 * to false at the signal.
 */
async function waitUntilRewritten(
  { readLease, rewrites, stopping }: CommandContext,
  merchantId: string,
): Promise<boolean> {
  const next = () => nextReport(readLease, stopping);
  await rewrites.waitUntilDone(stopping);
  // The leader may have made the first report before the request became a fan-out.
  await next();
  while (!stopping.aborted) {
    const lease = await next();
    const report = lease?.report;
    // When no process leads, the report is the last leader's, and may be from before the fan-out. Without `progress`, the
    // leader does not follow the index yet and reports no fan-outs.
    if (!lease?.isHeld || !report?.progress) continue;
    if (!report.rewritesAll && !report.rewritingMerchants.includes(merchantId)) return true;
  }
  return false;
}
