/** `reindex --drop-old`: deletes the previous index, also while a new one is built. */
import { print, type Shell } from '../../src/runtime/command-line.ts';
import { sleep } from '../../src/runtime/retry.ts';
import { runWithLeader } from '../leadership/compete.ts';
import type { Jobs } from '../operations/jobs.ts';
import type { IndexerConfig } from './open.ts';
import { warnIfPaused } from './pause.ts';
import { runCommand, sayStopped } from './run-command.ts';

const POLL_MS = 500;

/** Resolves to the exit code: also 1 when the command was stopped before the end. */
export const dropPreviousCommand = (config: IndexerConfig, shell: Shell): Promise<number> =>
  runCommand(config, shell, async (context, stopping) => {
    const { jobs } = context;
    await jobs.requestDrop();
    await warnIfPaused(context, shell);
    await runWithLeader(context, stopping, () => waitUntilDropped(jobs, stopping)).catch(async (error: unknown) => {
      // This process may not lead, so a later leader should not find the request.
      await jobs.removeDropRequest();
      throw error;
    });
    if (stopping.aborted) {
      sayStopped(shell);
      return false;
    }
    print(shell, 'the previous index is deleted: there is nothing to roll back to');
    return true;
  });

async function waitUntilDropped(jobs: Jobs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await jobs.isDropRequested())) await sleep(POLL_MS, signal);
}
