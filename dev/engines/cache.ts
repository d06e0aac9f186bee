/**
 * Programs that were fetched, kept for the next run. A file is used only if its SHA-256 is the pinned one, each time, and
 * appears under its name only when complete, so that two processes may fetch the same one at once.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Environment } from './way.ts';

/** Where fetched programs are kept: below `XDG_CACHE_HOME`, or `.cache` in the home folder. */
export function cacheFolder(environment: Environment): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'merchant-catalogue', 'engines');
}

/** A program by the name it has in the cache and the hash it must have. */
export interface PinnedProgram {
  readonly name: string;
  readonly sha256: string;
}

/**
 * @returns the path of a program in the cache
 * @throws when there is none, or it is not the program that was pinned
 */
export async function cachedProgram(folder: string, { name, sha256 }: PinnedProgram): Promise<string> {
  const path = join(folder, name);
  if (!existsSync(path)) throw new Error(`no ${name} in ${folder}`);
  await checkSha256(path, sha256);
  return path;
}

/**
 * Puts a program into the cache.
 * @param fetch writes the program into a temporary folder and returns its path there
 * @returns the path of the program in the cache, ready to run
 * @throws what `fetch` throws, or that the file is not the program that was pinned; then the cache is as before
 */
export async function fetchIntoCache(
  folder: string,
  { name, sha256 }: PinnedProgram,
  fetch: (temporaryFolder: string) => Promise<string>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const temporaryFolder = await mkdtemp(join(folder, 'fetching-'));
  try {
    const fetched = await fetch(temporaryFolder);
    await checkSha256(fetched, sha256);
    await chmod(fetched, 0o755);
    const path = join(folder, name);
    await rename(fetched, path);
    return path;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** @throws when the file at `path` cannot be read or is another one than was expected */
export async function checkSha256(path: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const found = hash.digest('hex');
  if (found !== expected) throw new Error(`${path} is refused: its SHA-256 is ${found}, and should be ${expected}`);
}
