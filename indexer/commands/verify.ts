/** `verify`: compares every product with the index, and with `--repair` has what differs written again by the leader. */
import { EXIT, runUntilStopped } from '../../src/platform/lifecycle.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createProgress } from '../../src/platform/progress.ts';
import { toHashed } from '../compare-products.ts';
import type { LeaderOptions } from '../leader.ts';
import { leaseCollection } from '../lease.ts';
import { createProductReader } from '../product-reader.ts';
import { mappedDocument } from '../product-source.ts';
import { renderVerification } from '../render-verification.ts';
import { whileLeading } from '../run.ts';
import { settleBy } from '../settle.ts';
import { lagSaid } from '../status.ts';
import { type Verification, verify } from '../verify.ts';
import { type IndexerConfig, openIndexer } from './open.ts';

export interface VerifyCommandOptions {
  readonly repair?: boolean;
  readonly merchant?: string;
}

/** Resolves to the exit code: 1 when something differs, and with `--repair` when something still differs. */
export async function verifyCommand(
  config: IndexerConfig,
  { repair, merchant }: VerifyCommandOptions,
): Promise<number> {
  const logger = createLogger('indexer', config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  let isClean = false;
  const code = await runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    start: async (releasers, signal) => {
      const options = openIndexer(config, logger, releasers, signal);
      const check = () => verifyOnce(options, merchant ?? null, signal);
      let result = await check();
      process.stdout.write(`${renderVerification(result)}\n`);
      if (repair === true && result.differences.length > 0) {
        await options.repairs.ask(result.differences.map(({ key, productId }) => ({ key, productId })));
        await whileLeading(options, signal, () => options.repairs.untilDone(signal));
        result = await check();
        process.stdout.write(`after the repair: ${renderVerification(result)}\n`);
      }
      isClean = result.differences.length === 0 && !result.truncated;
    },
  });
  return code === EXIT.success && !isClean ? EXIT.failure : code;
}

async function verifyOnce(
  options: LeaderOptions,
  merchantId: string | null,
  signal: AbortSignal,
): Promise<Verification> {
  const { mongo, database, meilisearch: client, indexName, deadLetters } = options;
  const reader = createProductReader(mongo, database, toHashed);
  const mapped = createProductReader(mongo, database, mappedDocument);
  const progress = createProgress({ what: 'verify', unit: 'products', output: process.stderr });
  const leases = leaseCollection(database);
  const lagOf = async () => lagSaid(await leases.findOne({ _id: indexName }), new Date());
  try {
    return await verify({
      ...{ reader, mapped, client, deadLetters, indexName, merchantId, signal },
      settle: settleBy(lagOf, signal),
      onProgress: progress.update,
    });
  } finally {
    progress.end();
  }
}
