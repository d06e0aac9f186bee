/**
 * Runs the project's own programs from `dist/` as the separate processes that they are. They get only the variables they
 * are given, and none outlives the run.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Run } from './run.ts';

const DIST = fileURLToPath(new URL('../../', import.meta.url));
const END_LIMIT_MS = 5000;

export type Variables = Readonly<Record<string, string>>;

export interface LogLine {
  readonly msg?: string;
  readonly [field: string]: unknown;
}

export interface RunningProcess {
  readonly processId: number;
  /** Ends it, and resolves when it has ended. Safe to call twice. */
  end(): Promise<void>;
}

/**
 * Starts a program and resolves when it has logged `message`, with that line; from then on its output is read and thrown
 * away, so that writing it costs what it always costs. Throws when the program ends before.
 */
export async function startProcess(
  run: Run,
  program: string,
  argv: readonly string[],
  variables: Variables,
  message: string,
  nodeOptions: readonly string[] = [],
): Promise<{ process: RunningProcess; line: LogLine }> {
  const { child, end } = spawnProgram(run, program, argv, variables, nodeOptions);
  const lines = createInterface({ input: child.stdout });
  const said: string[] = [];
  for await (const text of lines) {
    said.push(text);
    const line = parseLine(text);
    if (line.msg !== message) continue;
    child.stdout.resume();
    return { process: { processId: child.pid ?? 0, end }, line };
  }
  throw new Error(`${program} ended before it was ready:\n${said.slice(-20).join('\n')}`);
}

export interface Work {
  readonly processId: number;
  /** Its standard output, when it has ended; throws when it fails. */
  readonly output: Promise<string>;
}

/** Starts a program that ends by itself. Its progress is shown. */
export function startWork(run: Run, program: string, argv: readonly string[], variables: Variables): Work {
  const { child, exited } = spawnProgram(run, program, argv, variables);
  const output = Promise.all([text(child.stdout), exited]).then(([said, code]) => {
    if (code !== 0) throw new Error(`${program} ${argv[0] ?? ''} failed with exit code ${code}: ${said.slice(-500)}`);
    return said.trim();
  });
  output.catch(() => undefined);
  return { processId: child.pid ?? 0, output };
}

/** Runs a program to its end and resolves to its standard output; throws when it fails. Its progress is shown. */
export const runProgram = (run: Run, program: string, argv: readonly string[], variables: Variables): Promise<string> =>
  startWork(run, program, argv, variables).output;

function spawnProgram(
  run: Run,
  program: string,
  argv: readonly string[],
  variables: Variables,
  nodeOptions: readonly string[] = [],
) {
  run.stopping.throwIfAborted();
  const line = [...nodeOptions, DIST + program, ...argv];
  const child: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, line, {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const end = async () => {
    child.kill('SIGTERM');
    const tooLong = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
    await exited;
    clearTimeout(tooLong);
  };
  run.onStop(program, end);
  return { child, exited, end };
}

function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return {};
  }
}
