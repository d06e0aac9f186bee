/** Temporary files of a run, removed at its end, however it ends. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTemporaryFolder } from '../../dev/processes/temporary-folder.ts';
import type { Run } from './run.ts';

export async function temporaryFolder(run: Run): Promise<string> {
  const { folder, remove } = await createTemporaryFolder();
  run.onStop(folder, remove);
  return folder;
}

/** Writes lines, which have their line ends, to a temporary file, and resolves to its path. */
export async function writeLines(run: Run, lines: Iterable<string>): Promise<string> {
  const file = join(await temporaryFolder(run), 'lines.jsonl');
  await pipeline(Readable.from(lines), createWriteStream(file), { signal: run.stopping });
  return file;
}
