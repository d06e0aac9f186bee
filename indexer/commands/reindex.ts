/** `reindex`: asks for the index to be built anew, and shows how it comes on. */
import { runUntilStopped } from '../../src/platform/lifecycle.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createProgress } from '../../src/platform/progress.ts';
import { pause } from '../../src/platform/retry.ts';
import type { LeaderOptions } from '../leader.ts';
import { whileLeading } from '../run.ts';
import { type IndexerConfig, openIndexer } from './open.ts';

/** Where nobody leads, this process does until the reindex is done. Resolves to the exit code. */
export const reindex = (config: IndexerConfig): Promise<number> => {
  const logger = createLogger('indexer', config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  return runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    start: async (releasers, stopping) => {
      const options = openIndexer(config, logger, releasers);
      const request = await options.requests.ask();
      await whileLeading(options, stopping, () => watchRequest(options, request.requestId, stopping));
      if (stopping.aborted)
        process.stderr.write('Stopped. A running indexer goes on with it; else run reindex again.\n');
    },
  });
};

/** Shows the progress of a request until it is done. Throws when it failed. */
async function watchRequest({ requests }: LeaderOptions, id: string, stopping: AbortSignal): Promise<void> {
  const progress = createProgress({ what: 'reindex', unit: 'products', output: process.stderr });
  while (!stopping.aborted) {
    const request = await requests.current();
    if (request === null || request.requestId !== id) throw new Error('the request was replaced by another');
    if (request.total > 0) progress.update(request.done, request.total);
    if (request.finishedAt !== null) {
      progress.end();
      if (request.state === 'failed') throw new Error(request.reason ?? 'the reindex failed');
      process.stdout.write(`reindexed ${request.total} products\n`);
      return;
    }
    await pause(500, stopping);
  }
  progress.end();
}
