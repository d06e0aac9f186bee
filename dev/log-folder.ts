/** A folder for the logs of a run, which only stays if they are needed. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Run } from './run.ts';

/**
 * Creates the folder and returns its path. At the end of the run, removes it if `succeeded` returns true, and otherwise
 * prints where it is.
 */
export function createLogFolder(
  name: string,
  { onStop, say }: Pick<Run, 'onStop' | 'say'>,
  succeeded: () => boolean,
): string {
  const folder = mkdtempSync(join(tmpdir(), `catalogue-${name}-`));
  onStop('logs', async () => {
    if (succeeded()) await rm(folder, { recursive: true, force: true });
    else say(`The logs are in ${folder}`);
  });
  return folder;
}
