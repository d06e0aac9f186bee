/** Installs and runs Schemathesis, which generates requests from an OpenAPI document and checks the responses. */
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, startShown } from '../processes/launcher.ts';

const VERSION = '4.32.5';
const END_LIMIT_MS = 5000;

/**
 * Installs Schemathesis into a virtual environment in `cacheFolder`, if it isn't installed yet. Resolves to the path of
 * its program. Throws if there is no `python3`, if the package can't be installed, or at the signal.
 */
export async function installSchemathesis(
  cacheFolder: string,
  say: (line: string) => void,
  stopping: AbortSignal,
): Promise<string> {
  const folder = join(cacheFolder, `schemathesis-${VERSION}`);
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(join(folder, 'complete'))) return program;
  say(`Installing Schemathesis ${VERSION} into ${folder}`);
  await rm(folder, { recursive: true, force: true });
  await execute('python3', ['-m', 'venv', folder], stopping);
  await execute(
    join(folder, 'bin', 'python'),
    ['-m', 'pip', 'install', '--quiet', `schemathesis==${VERSION}`],
    stopping,
  );
  // A virtual environment contains its own path, so it can't be moved into place when it is complete. This folder marks
  // it as complete.
  await mkdir(join(folder, 'complete'));
  return program;
}

interface FuzzOptions {
  readonly url: string;
  /** A Python file with hooks for the generator. */
  readonly hooks: string;
  readonly token: string;
  /** The maximum number of requests of each kind for each operation. */
  readonly maxExamples: number;
  /** The same seed gives the same requests. */
  readonly seed: number;
  readonly stopping: AbortSignal;
}

/**
 * Runs all checks against a running service. Prints its output. Resolves to whether it found nothing. Throws at the
 * signal.
 */
export async function runSchemathesis(program: string, options: FuzzOptions, folder: string): Promise<boolean> {
  const parameters = [
    'run',
    `${options.url}/openapi.json`,
    '--header',
    `Authorization: Bearer ${options.token}`,
    '--checks',
    'all',
    '--max-response-time',
    '5',
    '--max-examples',
    String(options.maxExamples),
    '--seed',
    String(options.seed),
    '--generation-database',
    'none',
    '--continue-on-failure',
    '--no-color',
  ];
  const variables = { ...process.env, SCHEMATHESIS_HOOKS: options.hooks };
  return (await exitCodeOf({ program, parameters, variables, folder }, options.stopping)) === 0;
}

async function execute(program: string, parameters: readonly string[], stopping: AbortSignal): Promise<void> {
  const code = await exitCodeOf({ program, parameters, variables: process.env }, stopping);
  if (code !== 0) throw new Error(`${program} ${parameters[0]} ${parameters[1]} ended with ${code}`);
}

/** Resolves when the program has ended: to null if a signal ended it. Ends it and throws at the signal. */
async function exitCodeOf(command: Command, stopping: AbortSignal): Promise<number | null> {
  stopping.throwIfAborted();
  const running = startShown(command);
  const end = () => void running.end('SIGTERM', END_LIMIT_MS);
  stopping.addEventListener('abort', end, { once: true });
  const code = await running.exited;
  stopping.removeEventListener('abort', end);
  stopping.throwIfAborted();
  return code;
}
