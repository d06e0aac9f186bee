/** The master key of a Meilisearch that is started here. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A new key, well above the 16 bytes that Meilisearch asks for. */
export function newMasterKey(): string {
  return randomBytes(24).toString('base64url');
}

/** The key kept in the folder, or else a new one that is kept from now on, readable by this user only. */
export async function keptMasterKey(folder: string): Promise<string> {
  const path = join(folder, 'master-key');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, newMasterKey(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
}
