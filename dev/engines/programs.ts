/** Finds a program on this machine: the places are asked in turn, and the reason against each is reported. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Environment } from './options.ts';
import { messageOf } from './waiting.ts';

/** A program that runs on this machine. */
export interface Program {
  readonly path: string;
  readonly version: string;
  /** Where it came from. */
  readonly how: string;
}

export interface Search {
  readonly name: string;
  /** The variable that names the program. Where it is set, no other place is asked. */
  readonly variable: string;
  /** Finds the version in what `--version` prints. */
  readonly version: RegExp;
  /** Places to ask after PATH. Each returns the program's path, or throws why there is none. */
  readonly places: Readonly<Record<string, () => Promise<string>>>;
}

/**
 * @param explain gets the reason against each place that was asked before
 * @returns the first program that is there and runs
 * @throws when there is none, with a reason for each place
 */
export async function findProgram(
  search: Search,
  environment: Environment,
  explain: (line: string) => void = () => {},
): Promise<Program> {
  const named = environment[search.variable];
  const places: Search['places'] = named
    ? { [search.variable]: async () => named }
    : { PATH: () => findOnPath(search.name, environment), ...search.places };
  const reasons: string[] = [];
  for (const [place, find] of Object.entries(places)) {
    try {
      const path = await find();
      const version = search.version.exec(await run(path, ['--version'], 20_000))?.[1];
      if (version === undefined) throw new Error(`${path} --version tells no version`);
      return { path, version, how: `${search.name} ${version} from ${place}` };
    } catch (error) {
      const reason = `not ${place} (${messageOf(error)})`;
      explain(`${search.name}: ${reason}`);
      reasons.push(reason);
    }
  }
  throw new Error(`there is no ${search.name}: ${reasons.join('; ')}`);
}

async function findOnPath(name: string, { PATH = '' }: Environment): Promise<string> {
  for (const folder of PATH.split(delimiter).filter(Boolean)) {
    const path = join(folder, name);
    const isProgram = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return path;
  }
  throw new Error(`it has no ${name}`);
}

/**
 * @returns what the program printed
 * @throws when it cannot be run, fails or takes too long, with the last line of its standard error
 */
export async function run(path: string, parameters: readonly string[], timeoutMs: number): Promise<string> {
  try {
    return (await promisify(execFile)(path, parameters, { timeout: timeoutMs, killSignal: 'SIGKILL' })).stdout;
  } catch (error) {
    const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string };
    if (killed) throw new Error(`no answer within ${timeoutMs / 1000} s`);
    throw new Error(stderr.trim().split('\n').at(-1) || messageOf(error));
  }
}

/** Where fetched programs are cached: below `XDG_CACHE_HOME`, or `.cache` in the home folder. */
export function cacheFolder(environment: Environment): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'merchant-catalogue', 'engines');
}

/** A program by its name in the cache and its SHA-256. */
export interface PinnedProgram {
  readonly name: string;
  readonly sha256: string;
}

/**
 * A cached program is used only while its hash is right; otherwise it is fetched. It appears in the cache only when complete, so two
 * processes may fetch the same one at once.
 * @param fetch writes the program into a temporary folder and returns its path
 * @returns the path of the program in the cache, ready to run
 * @throws what `fetch` throws, or that the file is not the pinned program; then the cache is as before
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
  try {
    const fetched = await fetch(temporaryFolder);
    await checkSha256(fetched, sha256);
    await chmod(fetched, 0o755);
    await rename(fetched, path);
    return path;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** @throws when the file at `path` cannot be read or has another hash */
export async function checkSha256(path: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const found = hash.digest('hex');
  if (found !== expected) throw new Error(`${path} is refused: its SHA-256 is ${found}, and should be ${expected}`);
}
