/** `reindex`: asks for the index to be built anew, and shows how it comes on. */
import { print, type Shell, say } from '../../src/platform/command-line.ts';
import { explainError } from '../../src/platform/engine-errors.ts';
import { EXIT, runUntilStopped } from '../../src/platform/lifecycle.ts';
import { createProgress } from '../../src/platform/progress.ts';
import { pause } from '../../src/platform/retry.ts';
import { whileLeading } from '../leadership/compete.ts';
import type { LeaderOptions } from '../leadership/leader.ts';
import { isOpen, type ReindexRequests } from '../operations/requests.ts';
import { commandLogger, tellFailure } from './command-output.ts';
import { type IndexerConfig, openIndexer } from './open.ts';

/** Where nobody leads, this process does until the reindex is done. Resolves to the exit code: 1 also when it was stopped before. */
export async function reindex(config: IndexerConfig, shell: Shell): Promise<number> {
  const logger = commandLogger(config, shell);
  let isDone = false;
  const code = await runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    onFailure: tellFailure(config, shell),
    start: async (releasers, stopping) => {
      const options = openIndexer(config, logger, releasers, stopping);
      const request = await options.requests.ask();
      try {
        await whileLeading(options, stopping, async () => {
          isDone = await watchRequest(options, shell, request.requestId, stopping);
        });
      } catch (error) {
        // This process led and could not go on, so nobody works on the request any more.
        await fail(options.requests, request.requestId, explainError(error, config.MONGODB_URL)).catch(() => undefined);
        throw error;
      }
      if (!isDone) say(shell, 'Stopped. A running indexer goes on with it; else run reindex again.');
    },
  });
  return code === EXIT.success && !isDone ? EXIT.failure : code;
}

/** Ends a request that is still open, so that `status` doesn't show it for ever. */
async function fail(requests: ReindexRequests, requestId: string, reason: string): Promise<void> {
  const request = await requests.current();
  if (!isOpen(request) || request.requestId !== requestId) return;
  await requests.update(requestId, { state: 'failed', finishedAt: new Date(), reason });
}

/** Shows the progress of a request; resolves to whether it was done before the signal. Throws when it failed. */
async function watchRequest(
  { requests }: LeaderOptions,
  shell: Shell,
  id: string,
  stopping: AbortSignal,
): Promise<boolean> {
  const progress = createProgress({ what: 'reindex', unit: 'products', output: shell.stderr });
  while (!stopping.aborted) {
    const request = await requests.current();
    if (request === null || request.requestId !== id) throw new Error('the request was replaced by another');
    if (request.total > 0) progress.update(request.done, request.total);
    if (request.finishedAt !== null) {
      progress.end();
      if (request.state === 'failed') throw new Error(request.reason ?? 'the reindex failed');
      print(shell, `reindexed ${request.total} products`);
      return true;
    }
    await pause(500, stopping);
  }
  progress.end();
  return false;
}
