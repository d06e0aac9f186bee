/** Finding a program on this machine: the ways are tried in turn, and what was wrong with each is kept. */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from './waiting.ts';
import type { Environment } from './way.ts';

/** A program that runs on this machine. */
export interface Program {
  readonly path: string;
  readonly version: string;
  /** Where it came from, and why not from the places asked before. */
  readonly how: string;
}

/** A place a program may come from. */
export interface Source {
  readonly name: string;
  /** Returns the program's path, or throws why there is none. */
  find(): Promise<string>;
}

/**
 * @returns the first program that is there and runs
 * @throws when there is none, with a reason for each source
 */
export async function findProgram(what: string, sources: readonly Source[], pattern: RegExp): Promise<Program> {
  const reasons: string[] = [];
  for (const source of sources) {
    try {
      const path = await source.find();
      const version = await versionOf(path, pattern);
      const how = [`${what} ${version} from ${source.name}`, ...reasons.map((reason) => `not ${reason}`)].join('; ');
      return { path, version, how };
    } catch (error) {
      reasons.push(`${source.name} (${messageOf(error)})`);
    }
  }
  throw new Error(`there is no ${what}: not ${reasons.join('; not ')}`);
}

async function versionOf(path: string, pattern: RegExp): Promise<string> {
  const version = pattern.exec(await run(path, ['--version'], 20_000))?.[1];
  if (version === undefined) throw new Error(`${path} --version tells no version`);
  return version;
}

/**
 * @returns what the program printed
 * @throws when it cannot be run, fails or takes too long, with the last line it complained with
 */
export async function run(path: string, parameters: readonly string[], timeoutMs: number): Promise<string> {
  try {
    const options = { timeout: timeoutMs, killSignal: 'SIGKILL' } as const;
    return (await promisify(execFile)(path, parameters, options)).stdout;
  } catch (error) {
    const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string };
    if (killed) throw new Error(`no answer within ${timeoutMs / 1000} s`);
    throw new Error(stderr.trim().split('\n').at(-1) || messageOf(error));
  }
}

/** The program a variable names, if it is set. */
export function fromVariable(environment: Environment, variable: string): Source | undefined {
  const path = environment[variable];
  return path ? { name: variable, find: async () => path } : undefined;
}

/** The program of that name on the caller's PATH. */
export function fromPath(environment: Environment, name: string): Source {
  return {
    name: 'PATH',
    async find() {
      for (const folder of (environment.PATH ?? '').split(delimiter).filter(Boolean)) {
        const path = join(folder, name);
        if (
          await access(path, constants.X_OK).then(
            () => true,
            () => false,
          )
        )
          return path;
      }
      throw new Error(`it has no ${name}`);
    },
  };
}
