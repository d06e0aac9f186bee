/** `reindex --drop-old`: deletes the previous index, also while a new one is built. */
import { printResult } from '../../src/runtime/command-line/command-line.ts';
import { sleep, unlessAborted } from '../../src/runtime/retry.ts';
import { createIndexStates } from '../engine/index-state.ts';
import { isKeyLimited, KEY_LIMITED } from '../engine/limited-key.ts';
import { previousName } from '../rebuild/index-names.ts';
import { type CommandContext, runByLeader, storeRequest } from './run-command.ts';

const POLL_MS = 500;

/** Resolves to false when the command was stopped before the end. */
export async function dropPreviousCommand(context: CommandContext): Promise<boolean> {
  const { jobs, shell } = context;
  if (!(await hasPrevious(context))) {
    printResult(shell, 'there is no previous index');
    return true;
  }
  await storeRequest(context, () => jobs.requestDrop());
  const isDone = await runByLeader(context, () => waitUntilDropped(context)).catch(async (error: unknown) => {
    // This process may not lead, so a later leader should not find the request.
    await jobs.removeDropRequest();
    throw error;
  });
  if (!isDone) return false;
  // The requests of two commands are one, which the first one that fails removes.
  if (await hasPrevious(context)) throw new Error('the previous index was not deleted: run the command again');
  printResult(shell, 'the previous index is deleted: there is nothing to roll back to');
  return true;
}

/**
 * Resolves to whether there is a previous index. Throws if the key may hide it, what the engine throws, and when the
 * command is stopped.
 */
export async function hasPrevious({ meilisearch, indexName, stopping }: CommandContext): Promise<boolean> {
  const states = createIndexStates(meilisearch, (_what, read) => unlessAborted(stopping, read()));
  const [found] = await states.names((name) => name === previousName(indexName));
  if (found === undefined && (await isKeyLimited(states, indexName))) throw new Error(KEY_LIMITED);
  return found !== undefined;
}

/** Resolves to false at the signal. */
async function waitUntilDropped({ jobs, stopping }: CommandContext): Promise<boolean> {
  while (!stopping.aborted && (await jobs.isDropRequested())) await sleep(POLL_MS, stopping);
  return !stopping.aborted;
}
