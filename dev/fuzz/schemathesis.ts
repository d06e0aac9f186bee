/** Installs and runs Schemathesis, which generates requests from an OpenAPI document and checks the responses. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const VERSION = '4.32.5';

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
  await run('python3', ['-m', 'venv', folder], stopping);
  await run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', `schemathesis==${VERSION}`], stopping);
  // A virtual environment contains its own path, so it can't be moved into place when it is complete. This folder marks
  // it as complete.
  await mkdir(join(folder, 'complete'));
  return program;
}

export interface FuzzOptions {
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
  const code = await exitCodeOf(
    program,
    [
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
    ],
    { cwd: folder, env: { ...process.env, SCHEMATHESIS_HOOKS: options.hooks }, signal: options.stopping },
  );
  return code === 0;
}

async function run(program: string, parameters: readonly string[], signal: AbortSignal): Promise<void> {
  const code = await exitCodeOf(program, parameters, { signal });
  if (code !== 0) throw new Error(`${program} ${parameters[0]} ${parameters[1]} ended with ${code}`);
}

async function exitCodeOf(program: string, parameters: readonly string[], options: SpawnOptions) {
  const child = spawn(program, parameters, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
