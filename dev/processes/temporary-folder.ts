/** A temporary folder that doesn't outlive this process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerWithReaper } from './reaper-client.ts';

interface TemporaryFolder {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function createTemporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'merchant-catalogue-'));
  const release = registerWithReaper({ kind: 'folder', path: folder });
  const remove = async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    release();
  };
  return { folder, remove };
}
