/** `pause` and `resume`: while the indexer is paused, the leader writes nothing to Meilisearch. */
import { print, type Shell, say } from '../../src/runtime/command-line.ts';
import type { IndexerContext } from '../context.ts';
import { nextReport } from '../operations/next-report.ts';
import type { IndexerConfig } from './open.ts';
import { runCommand } from './run-command.ts';

/** Waits until the leader has finished its last write. Resolves to the exit code: also 1 when stopped before that. */
export const pause = (config: IndexerConfig, shell: Shell): Promise<number> =>
  runCommand(config, shell, async (context, stopping) => {
    await context.jobs.setPaused(true);
    const isPaused = await waitUntilPaused(context, stopping);
    if (isPaused)
      print(shell, 'paused: changes wait until `resume`, and the oplog of MongoDB must hold them until then');
    else say(shell, 'Stopped. The leader pauses after its current write: see `status`.');
    return isPaused;
  });

/** Resolves to the exit code. */
export const resume = (config: IndexerConfig, shell: Shell): Promise<number> =>
  runCommand(config, shell, async ({ jobs }) => {
    await jobs.setPaused(false);
    print(shell, 'resumed: `status` shows how far the index is behind');
    return true;
  });

/** Prints that the operation waits for `resume`, if the indexer is paused. */
export async function warnIfPaused({ jobs }: IndexerContext, shell: Shell): Promise<void> {
  if ((await jobs.pausedAt()) !== null) say(shell, 'The indexer is paused: this waits until `resume`.');
}

/** Throws when the indexer is paused, because a command that needs the leader would wait forever. */
export async function assertNotPaused({ jobs }: IndexerContext, command: string): Promise<void> {
  if ((await jobs.pausedAt()) !== null)
    throw new Error(`the indexer is paused: run \`resume\`, and then \`${command}\` again`);
}

/** Resolves to true when the leader is paused or no process leads; to false at the signal. */
async function waitUntilPaused({ readLease }: IndexerContext, stopping: AbortSignal): Promise<boolean> {
  while (!stopping.aborted) {
    const lease = await nextReport(readLease, stopping);
    if (lease !== null && (!lease.isHeld || lease.report?.state === 'paused')) return true;
  }
  return false;
}
