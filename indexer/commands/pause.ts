/** `pause` and `resume`: while the indexer is paused, the leader writes nothing to Meilisearch. */
import { printNotice, printResult } from '../../src/runtime/command-line/command-line.ts';
import { nextReport } from '../reports/next-report.ts';
import { type CommandContext, storeRequest } from './run-command.ts';

/** Waits until the leader has finished its last write. Resolves to false when the command was stopped before that. */
export async function pause(context: CommandContext): Promise<boolean> {
  const { jobs, shell } = context;
  await storeRequest(context, () => jobs.setPaused(true));
  const isPaused = await waitUntilPaused(context);
  if (isPaused)
    printResult(shell, 'paused: changes wait until `resume`, and the oplog of MongoDB must hold them until then');
  else printNotice(shell, 'Stopped. The leader pauses after its current write: see `status`.');
  return isPaused;
}

export async function resume(context: CommandContext): Promise<boolean> {
  const { jobs, shell } = context;
  await storeRequest(context, () => jobs.setPaused(false));
  printResult(shell, 'resumed: `status` shows how far the index is behind');
  return true;
}

/** Throws when the indexer is paused, because a command that needs the leader would wait forever. */
export async function assertNotPaused({ jobs }: CommandContext, command: string): Promise<void> {
  if ((await jobs.pausedAt()) !== null)
    throw new Error(`the indexer is paused: run \`resume\`, and then \`${command}\` again`);
}

/** Resolves to true when the leader is paused or no process leads; to false at the signal. */
async function waitUntilPaused({ readLease, stopping }: CommandContext): Promise<boolean> {
  while (!stopping.aborted) {
    const lease = await nextReport(readLease, stopping);
    if (lease !== null && (!lease.isHeld || lease.report?.state === 'paused')) return true;
  }
  return false;
}
