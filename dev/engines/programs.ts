/** Finds a program on this machine: tries several places, and reports why each was not used. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { messageOf } from '../errors.ts';
import { findOnPath } from '../processes/find-on-path.ts';
import { registerWithReaper } from '../processes/reaper-client.ts';
import type { Environment, FindOptions } from './types.ts';

/** A program that runs on this machine. */
export interface Program {
  readonly path: string;
  readonly version: string;
  /** Where it comes from. */
  readonly origin: string;
}

interface ProgramSearch {
  readonly name: string;
  /** The environment variable with the path of the program. If it is set, no other place is tried. */
  readonly variable: string;
  /** Matches the version in the output of `--version`. */
  readonly version: RegExp;
  /** Places to try after PATH. Each resolves to the program's path, or throws. */
  readonly places: Readonly<Record<string, () => Promise<string>>>;
}

/** Resolves to the first program that exists and runs. Throws with all reasons if there is none, or at the signal. */
export async function findProgram(search: ProgramSearch, options: FindOptions): Promise<Program> {
  const { environment, stopping } = options;
  const named = environment[search.variable];
  const places: ProgramSearch['places'] = named
    ? { [search.variable]: async () => named }
    : { PATH: () => fromPath(search.name, environment), ...search.places };
  const reasons: string[] = [];
  for (const [place, find] of Object.entries(places)) {
    try {
      // Absolute, because the program is started in another folder.
      const path = resolve(await find());
      const version = search.version.exec(await execute(path, ['--version'], { timeoutMs: 20_000, stopping }))?.[1];
      if (version === undefined) throw new Error(`${path} --version prints no version`);
      return { path, version, origin: `${search.name} ${version} from ${place}` };
    } catch (error) {
      stopping?.throwIfAborted();
      reasons.push(`not ${place} (${messageOf(error)})`);
    }
  }
  throw new Error(`there is no ${search.name}: ${reasons.join('; ')}`);
}

async function fromPath(name: string, environment: Environment): Promise<string> {
  const path = findOnPath(name, environment);
  if (path === null) throw new Error(`it has no ${name}`);
  return path;
}

interface RunLimits {
  readonly timeoutMs: number;
  readonly stopping: AbortSignal | undefined;
}

/**
 * Resolves to the standard output of a program. Throws with the last line of its standard error if it can't be run,
 * fails or takes too long. Kills it at the signal.
 */
export async function execute(path: string, parameters: readonly string[], limits: RunLimits): Promise<string> {
  const { timeoutMs, stopping: signal } = limits;
  try {
    return (await promisify(execFile)(path, parameters, { timeout: timeoutMs, killSignal: 'SIGKILL', signal })).stdout;
  } catch (error) {
    const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string };
    if (killed) throw new Error(`no response within ${timeoutMs / 1000} s`);
    throw new Error(stderr.trim().split('\n').at(-1) || messageOf(error));
  }
}

/** The cache of downloaded programs: in `XDG_CACHE_HOME`, or in `.cache` in the home folder. */
export function cacheFolder(environment: Environment): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'merchant-catalogue', 'engines');
}

/** The name of a program in the cache, and its SHA-256. */
export interface PinnedProgram {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Resolves to the path of the program in the cache. Fetches it if it is missing or its hash is wrong. It appears in the
 * cache only when it is complete, so two processes may fetch it at once. `fetch` writes the program into a temporary
 * folder and resolves to its path. Throws what `fetch` throws, or if the file is not the pinned program; the cache is
 * unchanged then.
 */
export async function cachedProgram(
  folder: string,
  { name, sha256 }: PinnedProgram,
  fetch: (temporaryFolder: string) => Promise<string>,
): Promise<string> {
  const path = join(folder, name);
  const isCached = await checkSha256(path, sha256).then(
    () => true,
    () => false,
  );
  if (isCached) return path;
  await mkdir(folder, { recursive: true });
  const temporaryFolder = await mkdtemp(join(folder, 'fetching-'));
  const release = registerWithReaper({ kind: 'folder', path: temporaryFolder });
  try {
    const fetched = await fetch(temporaryFolder);
    await checkSha256(fetched, sha256);
    await chmod(fetched, 0o755);
    await rename(fetched, path);
    return path;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
    release();
  }
}

/** Throws on a system for which no program is pinned. */
export function assertLinuxOnX64(): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux on x64 only');
}

/** Throws if the file can't be read or has another hash. */
export async function checkSha256(path: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const found = hash.digest('hex');
  if (found !== expected) throw new Error(`${path} is refused: its SHA-256 is ${found}, and should be ${expected}`);
}
