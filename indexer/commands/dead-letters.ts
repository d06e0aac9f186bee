/** `dead-letters list|retry|drop`. Each command resolves to its exit code and reads the dead letters in pages. */
import { print, type Shell } from '../../src/runtime/command-line.ts';
import { whileLeading } from '../leadership/compete.ts';
import { renderDeadLetters, toJson } from '../operations/render-dead-letters.ts';
import type { DeadLetters, Selection } from '../pipeline/dead-letters.ts';
import { retryDeadLetters } from '../pipeline/rewrites.ts';
import type { IndexerConfig } from './open.ts';
import { sayIfPaused } from './pause.ts';
import { runCommand } from './run-command.ts';

export interface ListOptions {
  readonly merchant?: string;
  readonly json?: boolean;
}

export const listDeadLetters = (
  config: IndexerConfig,
  shell: Shell,
  { merchant, json }: ListOptions,
): Promise<number> =>
  runCommand(config, shell, async ({ deadLetters }) => {
    const selection = { merchantId: merchant };
    if (json === true) await printJson(shell, deadLetters, selection);
    else if ((await printTables(shell, deadLetters, selection)) === 0) print(shell, 'no dead letters');
    return true;
  });

/** Has the products written again. Where nobody leads, this process leads until that is done. Exit code 1: some were rejected again. */
export const retryCommand = (config: IndexerConfig, shell: Shell, ids: readonly string[]): Promise<number> =>
  runCommand(config, shell, async (options, stopping) => {
    const { deadLetters, rewrites } = options;
    const selection = await selectionOf(deadLetters, ids);
    const tried = await retryDeadLetters(rewrites, deadLetters, selection);
    await sayIfPaused(options, shell);
    await whileLeading(options, stopping, () => rewrites.untilDone(stopping));
    if (stopping.aborted) throw new Error('stopped before all were tried; a running indexer goes on with them');
    const rejected = await deadLetters.count(selection);
    // Others may have become dead letters meanwhile.
    const settled = Math.max(0, tried - rejected);
    print(shell, `tried ${tried} again: ${settled} left the dead letters, ${rejected} rejected`);
    await printTables(shell, deadLetters, selection);
    return rejected === 0;
  });

export const dropDeadLetters = (config: IndexerConfig, shell: Shell, ids: readonly string[]): Promise<number> =>
  runCommand(config, shell, async ({ deadLetters }) => {
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
