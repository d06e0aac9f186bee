/** `dead-letters`: what could not get into the index, told, tried again, or forgotten. Each resolves to the exit code. */
import { print, type Shell } from '../../src/platform/command-line.ts';
import { EXIT, runUntilStopped } from '../../src/platform/lifecycle.ts';
import { whileLeading } from '../leadership/compete.ts';
import type { LeaderOptions } from '../leadership/leader.ts';
import { type DeadLetter, renderDeadLetters, retry } from '../pipeline/dead-letters.ts';
import { commandLogger, tellFailure } from './for-people.ts';
import { type IndexerConfig, openIndexer } from './open.ts';

export interface ListOptions {
  readonly merchant?: string;
  readonly json?: boolean;
}

export const listDeadLetters = (
  config: IndexerConfig,
  shell: Shell,
  { merchant, json }: ListOptions,
): Promise<number> =>
  command(config, shell, async ({ deadLetters }) => {
    const letters = await deadLetters.list({ merchantId: merchant });
    print(shell, json === true ? JSON.stringify(letters.map(shown)) : renderDeadLetters(letters));
    return true;
  });

/** Has them written again; where nobody leads, this process does until that is done. */
export const retryDeadLetters = (config: IndexerConfig, shell: Shell, ids: readonly string[]): Promise<number> =>
  command(config, shell, async (options, stopping) => {
    const { deadLetters, repairs } = options;
    const letters = await chosen(options, ids);
    await retry(repairs, letters);
    await whileLeading(options, stopping, () => repairs.untilDone(stopping));
    if (stopping.aborted) throw new Error('stopped before all were tried; a running indexer goes on with them');
    const refused = await deadLetters.list({ productIds: letters.map(({ productId }) => productId) });
    const settled = letters.length - refused.length;
    print(shell, `tried ${letters.length} again: ${settled} left the dead letters, ${refused.length} refused`);
    if (refused.length > 0) print(shell, renderDeadLetters(refused));
    return refused.length === 0;
  });

export const dropDeadLetters = (config: IndexerConfig, shell: Shell, ids: readonly string[]): Promise<number> =>
  command(config, shell, async (options) => {
    const letters = await chosen(options, ids);
    const productIds = letters.map(({ productId }) => productId);
    print(shell, `dropped ${await options.deadLetters.remove({ productIds })}`);
    return true;
  });

/** Those of these products, or all. Throws when a product has none, so that a wrong id is not taken for done. */
async function chosen({ deadLetters }: LeaderOptions, ids: readonly string[]): Promise<DeadLetter[]> {
  if (ids.length === 0) return await deadLetters.list();
  const letters = await deadLetters.list({ productIds: ids });
  const found = new Set(letters.map(({ productId }) => productId));
  const unknown = ids.filter((id) => !found.has(id));
  if (unknown.length > 0) throw new Error(`no dead letter of: ${unknown.join(', ')}; nothing was done`);
  return letters;
}

/** For programs: without what only MongoDB needs. */
const shown = ({ productId, merchantId, reason, firstAt, lastAt, tries }: DeadLetter) => ({
  ...{ id: productId, merchant: merchantId, reason, firstAt, lastAt, tries },
});

/** Runs one command; it resolves to whether all is well. */
async function command(
  config: IndexerConfig,
  shell: Shell,
  work: (options: LeaderOptions, stopping: AbortSignal) => Promise<boolean>,
): Promise<number> {
  const logger = commandLogger(config, shell);
  let isWell = false;
  const code = await runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    onFailure: tellFailure(config, shell),
    start: async (releasers, stopping) => {
      isWell = await work(openIndexer(config, logger, releasers, stopping), stopping);
    },
  });
  return code === EXIT.success && !isWell ? EXIT.failure : code;
}
