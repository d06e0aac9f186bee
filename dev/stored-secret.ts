/** Secrets that stay the same from start to start, each in a file. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Resolves to the secret in the file. Creates it with `make` if the file is missing or empty, readable by this user
 * only. The file appears when it is complete: a full disk would leave an empty one, and every later start would use
 * that.
 */
export async function storedSecret(path: string, make: () => Buffer): Promise<Buffer> {
  const stored = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return Buffer.alloc(0);
  });
  if (stored.length > 0) return stored;
  const secret = make();
  const temporaryPath = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporaryPath, secret, { mode: 0o600 });
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
  return secret;
}
