/** `reindex`, `swap` and `rollback`: build a new index, swap it in, and return to the previous one. */
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import { isOpen, shownState } from '../requests/operations.ts';
import { dropPreviousCommand, hasPrevious } from './drop-previous.ts';
import { requestAndWait } from './operation.ts';
import { reindexMerchant } from './reindex-merchant.ts';
import type { CommandContext } from './run-command.ts';

interface ReindexOptions {
  /** Only write the products of this merchant to the live index again. */
  readonly merchant?: string;
  /** False: wait for the command `swap`. */
  readonly swap?: boolean;
  readonly adopt?: boolean;
  readonly allowFewer?: boolean;
  /** Only delete the previous index. */
  readonly dropOld?: boolean;
}

export async function reindex(context: CommandContext, options: ReindexOptions): Promise<boolean> {
  const { merchant, swap: swaps = true, adopt: adopts = false, allowFewer: allowsFewer = false, dropOld } = options;
  if (merchant !== undefined) return await reindexMerchant(context, merchant);
  if (dropOld === true) return await dropPreviousCommand(context);
  const schemaVersion = SCHEMA_VERSION;
  return await requestAndWait(
    context,
    (jobs) => jobs.request({ kind: 'reindex', schemaVersion, swaps, adopts, allowsFewer }),
    (operation) => {
      const { total } = operation;
      const state = shownState(operation);
      if (state === 'ready')
        return `the new index has ${total} products and follows the changes: run \`swap\` to make it live`;
      return state === 'done' ? `reindexed ${total} products` : null;
    },
  );
}

export const swap = (context: CommandContext): Promise<boolean> =>
  requestAndWait(
    context,
    (jobs) => jobs.requestSwap(),
    ({ state, total }) => (state === 'done' ? `the new index of ${total} products is live` : null),
  );

/** Resolves to false when the command was stopped before the end. Throws when there is no previous index. */
export const rollback = (context: CommandContext): Promise<boolean> =>
  requestAndWait(
    context,
    async (jobs) => {
      // Don't request what would be refused: the request calls off an index that is ready to swap, and without an index,
      // this process would build one. While another operation runs, the previous index may have another name.
      const last = await jobs.operation();
      const isFree = !isOpen(last) || shownState(last) === 'ready';
      if (isFree && !(await hasPrevious(context))) throw new Error('there is no previous index to go back to');
      return await jobs.request({ kind: 'rollback', schemaVersion: SCHEMA_VERSION });
    },
    ({ state }) =>
      state === 'done'
        ? 'the previous index is live again, and catches up with the changes since it was replaced'
        : null,
  );
