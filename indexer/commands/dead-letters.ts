/** `dead-letters list|retry|drop`. Each command resolves to its exit code and reads the dead letters in pages. */
import { print, type Shell } from '../../src/platform/command-line.ts';
import { EXIT, runUntilStopped } from '../../src/platform/lifecycle.ts';
import { whileLeading } from '../leadership/compete.ts';
import type { LeaderOptions } from '../leadership/leader.ts';
import { renderDeadLetters, toJson } from '../operations/render-dead-letters.ts';
import { type DeadLetters, retry, type Selection } from '../pipeline/dead-letters.ts';
import { commandLogger, tellFailure } from './command-output.ts';
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
    const selection = { merchantId: merchant };
    if (json === true) await printJson(shell, deadLetters, selection);
    else if ((await printTables(shell, deadLetters, selection)) === 0) print(shell, 'no dead letters');
    return true;
  });

/** Has the products written again. Where nobody leads, this process leads until that is done. Exit code 1: some were rejected again. */
export const retryDeadLetters = (config: IndexerConfig, shell: Shell, ids: readonly string[]): Promise<number> =>
  command(config, shell, async (options, stopping) => {
    const { deadLetters, repairs } = options;
    const selection = await selectionOf(deadLetters, ids);
    const tried = await retry(repairs, deadLetters, selection);
    await whileLeading(options, stopping, () => repairs.untilDone(stopping));
    if (stopping.aborted) throw new Error('stopped before all were tried; a running indexer goes on with them');
    const rejected = await deadLetters.count(selection);
    // Others may have become dead letters meanwhile.
    const settled = Math.max(0, tried - rejected);
    print(shell, `tried ${tried} again: ${settled} left the dead letters, ${rejected} rejected`);
    await printTables(shell, deadLetters, selection);
    return rejected === 0;
  });

export const dropDeadLetters = (config: IndexerConfig, shell: Shell, ids: readonly string[]): Promise<number> =>
  command(config, shell, async ({ deadLetters }) => {
    const selection = await selectionOf(deadLetters, ids);
    print(shell, `dropped ${await deadLetters.remove(selection)}`);
    return true;
  });

/** Prints each page as a table; resolves to the number of dead letters. */
async function printTables(shell: Shell, deadLetters: DeadLetters, selection: Selection): Promise<number> {
  let count = 0;
  for await (const letters of deadLetters.pages(selection)) {
    print(shell, renderDeadLetters(letters));
    count += letters.length;
  }
  return count;
}

/** Prints one array, with each dead letter on a line of its own. */
async function printJson(shell: Shell, deadLetters: DeadLetters, selection: Selection): Promise<void> {
  let before = '[';
  for await (const letters of deadLetters.pages(selection)) {
    print(shell, `${before}${letters.map(toJson).join(',\n')}`);
    before = ',';
  }
  print(shell, before === '[' ? '[]' : ']');
}

/** Selects these products, or all. Throws where a product has no dead letter: its id may be mistyped. */
async function selectionOf(deadLetters: DeadLetters, productIds: readonly string[]): Promise<Selection> {
  if (productIds.length === 0) return {};
  const unknown = new Set(productIds);
  for await (const letters of deadLetters.pages({ productIds }))
    for (const { productId } of letters) unknown.delete(productId);
  if (unknown.size > 0) throw new Error(`no dead letter of: ${[...unknown].join(', ')}; nothing was done`);
  return { productIds };
}

/** Runs one command. `work` resolves to whether the command succeeded. */
async function command(
  config: IndexerConfig,
  shell: Shell,
  work: (options: LeaderOptions, stopping: AbortSignal) => Promise<boolean>,
): Promise<number> {
  const logger = commandLogger(config, shell);
  let hasSucceeded = false;
  const code = await runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    onFailure: tellFailure(config, shell),
    start: async (releasers, stopping) => {
      hasSucceeded = await work(openIndexer(config, logger, releasers, stopping), stopping);
    },
  });
  return code === EXIT.success && !hasSucceeded ? EXIT.failure : code;
}
