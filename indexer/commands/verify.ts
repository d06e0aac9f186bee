/**
 * `verify`: compares every product with the index. With `--repair`, the leader writes the products that differ again.
 * While the indexer is paused, `verify` does not wait for pending changes and rejects `--repair`. Without a leader it
 * does not wait either.
 */
import { retryElection, TRYING_AGAIN } from '../../src/engines/mongodb/retry-election.ts';
import { printNotice, printResult } from '../../src/runtime/command-line/command-line.ts';
import { createProgress } from '../../src/runtime/command-line/progress.ts';
import { createIndexDocuments } from '../engine/index-documents.ts';
import { createRetryWhileDown } from '../engine/retry-while-down.ts';
import { faultOfIndex } from '../monitoring/health.ts';
import type { Retry } from '../products/causal-reads.ts';
import { createProductLoader } from '../products/product-loader.ts';
import { ADOPT_ADVICE } from '../rebuild/reclaim.ts';
import { awaitSync } from '../reports/await-sync.ts';
import type { Difference } from '../reports/compare-products.ts';
import { foreignSource } from '../reports/foreign-source.ts';
import { withMerchantIds } from '../reports/merchant-ids.ts';
import { renderVerification } from '../reports/render/verification.ts';
import { type Verification, verify } from '../reports/verify.ts';
import type { RewriteTarget } from '../requests/rewrites.ts';
import { assertMerchant } from './assert-merchant.ts';
import { assertNotPaused } from './pause.ts';
import { type CommandContext, runByLeader, storeRequest } from './run-command.ts';

interface VerifyCommandOptions {
  readonly repair?: boolean;
  readonly merchant?: string;
}

/**
 * Resolves to whether no product differs, and searches can rely on the index; with `--repair`, whether no product differs
 * afterwards. Throws with `--repair` if the index was built from another MongoDB.
 */
export async function verifyCommand(
  context: CommandContext,
  { repair, merchant }: VerifyCommandOptions,
): Promise<boolean> {
  const { database, indexName, jobs, readLease, rewrites, logger, shell, stopping } = context;
  const assertRepairs = () => assertNotPaused(context, 'verify --repair');
  if (repair === true) await assertRepairs();
  const pausedAt = await jobs.pausedAt();
  const retry = createRetryWhileDown({ logger, signal: stopping });
  const difference = await foreignSource(context, retry);
  const foreign = difference === null ? null : `${difference}. ${ADOPT_ADVICE}`;
  if (foreign !== null && repair === true) throw new Error(foreign);
  if (pausedAt !== null)
    printNotice(
      shell,
      `The indexer is paused: products that changed since ${pausedAt.toISOString()} may differ until \`resume\`.`,
    );
  let result = await verifyIndex(context, merchant ?? null);
  if (merchant !== undefined && result.products === 0 && result.differences.length === 0)
    await assertMerchant(database, merchant);
  if (result.differences.length > 0 && !(await readLease()).isHeld)
    printNotice(shell, 'No indexer leads: products that changed since the last one did may differ until one leads.');
  printResult(shell, renderVerification(result));
  if (foreign !== null) printResult(shell, foreign);
  let fault = await faultOfIndex(context);
  if (fault !== null) printResult(shell, `the index ${indexName} ${fault}`);
  if (repair === true && result.differences.length > 0) {
    const targets = result.differences.map(rewriteOf);
    await storeRequest(context, () => rewrites.request(targets));
    if (!(await runByLeader(context, () => rewrites.waitUntilDone(stopping, assertRepairs)))) return false;
    result = await verifyIndex(context, merchant ?? null);
    fault = await faultOfIndex(context);
    printResult(shell, `after the repair: ${renderVerification(result)}`);
  }
  return result.differences.length === 0 && !result.truncated && foreign === null && fault === null;
}

/** Returns the rewrite that ends a difference. */
const rewriteOf = ({ key, productId }: Difference): RewriteTarget =>
  productId === null ? { kind: 'document', key } : { kind: 'product', productId };

/**
 * Compares the products of one merchant, or all when `merchantId` is null, and shows the progress. Throws what the
 * engines throw.
 */
async function verifyIndex(context: CommandContext, merchantId: string | null): Promise<Verification> {
  const { mongo, database, meilisearch, indexName, readLease, deadLetters, logger, shell, stopping: signal } = context;
  const progress = createProgress({ what: 'verify', unit: 'products', output: shell.stderr });
  const retry: Retry = (read) => retryElection(read, () => progress.say(TRYING_AGAIN), signal);
  try {
    const verification = await verify({
      deadLetters,
      indexName,
      merchantId,
      signal,
      loader: createProductLoader(mongo, database, retry),
      index: createIndexDocuments(meilisearch, createRetryWhileDown({ logger, signal })),
      awaitSync: () => awaitSync(() => retry(readLease), signal),
      onProgress: progress.update,
    });
    return { ...verification, differences: await withMerchantIds(database, verification.differences) };
  } finally {
    progress.end();
  }
}
