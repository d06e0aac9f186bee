/** `dead-letters list`, `retry` and `drop`. */
import { printResult, type Shell } from '../../src/runtime/command-line/command-line.ts';
import { type DeadLetters, retryDeadLetters, type Selection } from '../pipeline/dead-letters.ts';
import { renderDeadLetters, toJson } from '../reports/render/dead-letters.ts';
import { type CommandContext, runByLeader, storeRequest } from './run-command.ts';

interface ListOptions {
  readonly merchant?: string;
  readonly json?: boolean;
}

export async function listDeadLetters(
  { deadLetters, shell }: CommandContext,
  { merchant, json }: ListOptions,
): Promise<boolean> {
  const selection = { merchantId: merchant };
  if (json === true) await printJson(shell, deadLetters, selection);
  else if ((await printTables(shell, deadLetters, selection)) === 0) printResult(shell, 'no dead letters');
  return true;
}

/**
 * Requests rewrites and waits for them. Leads meanwhile if no other process does. Resolves to false when the engine
 * rejected some again, or when the command was stopped before the end.
 */
export async function retryCommand(context: CommandContext, ids: readonly string[]): Promise<boolean> {
  const { deadLetters, rewrites, shell, stopping } = context;
  const selection = await selectionOf(deadLetters, ids);
  const tried = await storeRequest(context, () => retryDeadLetters(rewrites, deadLetters, selection));
  if (!(await runByLeader(context, () => rewrites.waitUntilDone(stopping)))) return false;
  const rejected = await deadLetters.count(selection);
  // Other products may have become dead letters meanwhile.
  const resolved = Math.max(0, tried - rejected);
  printResult(shell, `retried ${tried}: ${resolved} resolved, ${rejected} rejected again`);
  await printTables(shell, deadLetters, selection);
  return rejected === 0;
}

export async function dropDeadLetters(
  { deadLetters, shell }: CommandContext,
  ids: readonly string[],
): Promise<boolean> {
  const selection = await selectionOf(deadLetters, ids);
  printResult(shell, `dropped ${await deadLetters.remove(selection)}`);
  return true;
}

/** Prints each page as a table. Resolves to the number of dead letters. */
async function printTables(shell: Shell, deadLetters: DeadLetters, selection: Selection): Promise<number> {
  let count = 0;
  for await (const letters of deadLetters.pages(selection)) {
    printResult(shell, renderDeadLetters(letters));
    count += letters.length;
  }
  return count;
}

/** Prints one JSON array with one dead letter per line. */
async function printJson(shell: Shell, deadLetters: DeadLetters, selection: Selection): Promise<void> {
  let before = '[';
  for await (const letters of deadLetters.pages(selection)) {
    printResult(shell, `${before}${letters.map(toJson).join(',\n')}`);
    before = ',';
  }
  printResult(shell, before === '[' ? '[]' : ']');
}

/**
 * Selects these products, or all when none are given. Throws for a product without a dead letter, whose id may be
 * mistyped.
 */
async function selectionOf(deadLetters: DeadLetters, productIds: readonly string[]): Promise<Selection> {
  if (productIds.length === 0) return {};
  const unknown = new Set(productIds);
  for await (const letters of deadLetters.pages({ productIds }))
    for (const { productId } of letters) unknown.delete(productId);
  if (unknown.size > 0) throw new Error(`no dead letter for: ${[...unknown].join(', ')}; nothing was changed`);
  return { productIds };
}
