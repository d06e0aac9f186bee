/** `reindex`, `swap` and `rollback`: build a new index, swap it in, and return to the previous one. */
import type { Shell } from '../../src/runtime/command-line.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import { dropPreviousCommand } from './drop-previous.ts';
import type { IndexerConfig } from './open.ts';
import { runOperation } from './operation.ts';
import { reindexMerchant } from './reindex-merchant.ts';

export interface ReindexOptions {
  /** Only write the products of this merchant to the live index again. */
  readonly merchant?: string;
  /** False: wait for the command `swap`. */
  readonly swap?: boolean;
  readonly adopt?: boolean;
  readonly allowFewer?: boolean;
  /** Only delete the previous index. */
  readonly dropOld?: boolean;
}

/** Resolves to the exit code. */
export async function reindex(config: IndexerConfig, shell: Shell, options: ReindexOptions): Promise<number> {
  const { merchant, swap: swaps = true, adopt: adopts = false, allowFewer: allowsFewer = false, dropOld } = options;
  if (merchant !== undefined) return await reindexMerchant(config, shell, merchant);
  if (dropOld === true) return await dropPreviousCommand(config, shell);
  const schemaVersion = SCHEMA_VERSION;
  return await runOperation(config, shell, {
    request: (jobs) => jobs.request({ kind: 'reindex', schemaVersion, swaps, adopts, allowsFewer }),
    result: ({ state, total }) => {
      if (state === 'ready')
        return `the new index has ${total} products and follows the changes: run \`swap\` to make it live`;
      return state === 'done' ? `reindexed ${total} products` : null;
    },
  });
}

/** Resolves to the exit code. */
export const swap = (config: IndexerConfig, shell: Shell): Promise<number> =>
  runOperation(config, shell, {
    request: (jobs) => jobs.requestSwap(),
    result: ({ state, total }) => (state === 'done' ? `the new index of ${total} products is live` : null),
  });

/** Resolves to the exit code. */
export const rollback = (config: IndexerConfig, shell: Shell): Promise<number> =>
  runOperation(config, shell, {
    request: (jobs) => jobs.request({ kind: 'rollback', schemaVersion: SCHEMA_VERSION }),
    result: ({ state }) =>
      state === 'done'
        ? 'the previous index is live again, and catches up with the changes since it was replaced'
        : null,
  });
