/** `verify`: compares every product with the index. With `--repair`, the leader then writes the products that differ again. */
import { catalogueOf } from '../../src/data/collections.ts';
import { print, type Shell } from '../../src/platform/command-line.ts';
import { EXIT, runUntilStopped } from '../../src/platform/lifecycle.ts';
import { createProgress } from '../../src/platform/progress.ts';
import { createProductLoader } from '../documents/product-loader.ts';
import { createPersistently } from '../engine/retry-while-down.ts';
import { whileLeading } from '../leadership/compete.ts';
import type { LeaderOptions } from '../leadership/leader.ts';
import { leaseCollection } from '../leadership/lease.ts';
import { awaitSync } from '../operations/await-sync.ts';
import { renderVerification } from '../operations/render-verification.ts';
import { type Verification, verify } from '../operations/verify.ts';
import { commandLogger, tellFailure } from './command-output.ts';
import { type IndexerConfig, openIndexer } from './open.ts';

export interface VerifyCommandOptions {
  readonly repair?: boolean;
  readonly merchant?: string;
}

/** Resolves to the exit code: 1 where something differs, with `--repair` where something still differs after it. */
export async function verifyCommand(
  config: IndexerConfig,
  shell: Shell,
  { repair, merchant }: VerifyCommandOptions,
): Promise<number> {
  const logger = commandLogger(config, shell);
  let isClean = false;
  const code = await runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    onFailure: tellFailure(config, shell),
    start: async (releasers, signal) => {
      const options = openIndexer(config, logger, releasers, signal);
      const check = () => verifyOnce(options, shell, merchant ?? null, signal);
      let result = await check();
      if (merchant !== undefined && result.products === 0 && result.differences.length === 0)
        await assertMerchant(options, merchant);
      print(shell, renderVerification(result));
      if (repair === true && result.differences.length > 0) {
        await options.repairs.ask(result.differences.map(({ key, productId }) => ({ key, productId })));
        await whileLeading(options, signal, () => options.repairs.untilDone(signal));
        result = await check();
        print(shell, `after the repair: ${renderVerification(result)}`);
      }
      isClean = result.differences.length === 0 && !result.truncated;
    },
  });
  return code === EXIT.success && !isClean ? EXIT.failure : code;
}

/** Throws where the merchant doesn't exist: a mistyped id must not be reported as verified. */
async function assertMerchant({ database }: LeaderOptions, merchantId: string): Promise<void> {
  if ((await catalogueOf(database).merchants.findOne({ _id: merchantId })) === null)
    throw new Error(`there is no merchant ${merchantId}, and nothing in the index is theirs`);
}

async function verifyOnce(
  options: LeaderOptions,
  { stderr }: Shell,
  merchantId: string | null,
  signal: AbortSignal,
): Promise<Verification> {
  const { mongo, database, meilisearch: client, indexName, deadLetters, logger } = options;
  const progress = createProgress({ what: 'verify', unit: 'products', output: stderr });
  const leases = leaseCollection(database);
  try {
    return await verify({
      ...{ client, deadLetters, indexName, merchantId, signal },
      loader: createProductLoader(mongo, database),
      persistently: createPersistently({ logger, signal }),
      awaitSync: () => awaitSync(leases, indexName, signal),
      onProgress: progress.update,
    });
  } finally {
    progress.end();
  }
}
