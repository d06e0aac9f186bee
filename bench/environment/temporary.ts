/** Temporary files of a run, removed at its end, however it ends. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { registerWithReaper } from '../../dev/processes/reaper-client.ts';
import type { Run } from './run.ts';

export async function temporaryFolder(run: Run): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  const release = registerWithReaper({ kind: 'folder', path });
  run.onStop(path, async () => {
    await rm(path, { recursive: true, force: true });
    release();
  });
  return path;
}

/** Writes lines, which have their line ends, to a temporary file, and resolves to its path. */
export async function writeLines(run: Run, lines: Iterable<string>): Promise<string> {
  const file = join(await temporaryFolder(run), 'lines.jsonl');
  await pipeline(Readable.from(lines), createWriteStream(file), { signal: run.stopping });
  return file;
}
