/**
 * `verify`: compares every product with the index. With `--repair`, the leader writes the products that differ again.
 * While the indexer is paused, `verify` does not wait for pending changes and rejects `--repair`.
 */
import { print, type Shell, say } from '../../src/runtime/command-line.ts';
import { createProgress } from '../../src/runtime/progress.ts';
import type { IndexerContext } from '../context.ts';
import { createIndexDocuments } from '../engine/index-documents.ts';
import { createRetryWhileDown } from '../engine/retry-while-down.ts';
import { runWithLeader } from '../leadership/compete.ts';
import { awaitSync } from '../operations/await-sync.ts';
import { renderVerification } from '../operations/render-verification.ts';
import { type Verification, verify } from '../operations/verify.ts';
import { assertMerchant } from '../products/load-merchants.ts';
import { createProductLoader } from '../products/product-loader.ts';
import type { IndexerConfig } from './open.ts';
import { assertNotPaused } from './pause.ts';
import { runCommand } from './run-command.ts';

export interface VerifyCommandOptions {
  readonly repair?: boolean;
  readonly merchant?: string;
}

/** Resolves to the exit code: 1 when a product differs; with `--repair`, when one still differs afterwards. */
export const verifyCommand = (
  config: IndexerConfig,
  shell: Shell,
  { repair, merchant }: VerifyCommandOptions,
): Promise<number> =>
  runCommand(config, shell, async (context, stopping) => {
    const assertRepairs = () => assertNotPaused(context, 'verify --repair');
    if (repair === true) await assertRepairs();
    const pausedAt = await context.jobs.pausedAt();
    if (pausedAt !== null)
      say(
        shell,
        `The indexer is paused: products that changed since ${pausedAt.toISOString()} may differ until \`resume\`.`,
      );
    const check = () => verifyIndex(context, shell, merchant ?? null, stopping);
    let result = await check();
    if (merchant !== undefined && result.products === 0 && result.differences.length === 0)
      await assertMerchant(context.database, merchant);
    print(shell, renderVerification(result));
    if (repair === true && result.differences.length > 0) {
      await context.rewrites.requestProducts(result.differences.map(({ key, productId }) => ({ key, productId })));
      await runWithLeader(context, stopping, () => context.rewrites.waitUntilDone(stopping, assertRepairs));
      result = await check();
      print(shell, `after the repair: ${renderVerification(result)}`);
    }
    return result.differences.length === 0 && !result.truncated;
  });

/**
 * Compares the products of one merchant, or all when `merchantId` is null, and shows the progress. Throws what the
 * engines throw.
 */
async function verifyIndex(
  context: IndexerContext,
  { stderr }: Shell,
  merchantId: string | null,
  signal: AbortSignal,
): Promise<Verification> {
  const { mongo, database, meilisearch, indexName, readLease, deadLetters, logger } = context;
  const progress = createProgress({ what: 'verify', unit: 'products', output: stderr });
  try {
    return await verify({
      ...{ deadLetters, indexName, merchantId, signal },
      loader: createProductLoader(mongo, database),
      index: createIndexDocuments(meilisearch, createRetryWhileDown({ logger, signal })),
      awaitSync: () => awaitSync(readLease, signal),
      onProgress: progress.update,
    });
  } finally {
    progress.end();
  }
}
