/** Runs the project's own programs as the separate processes that they are, from `dist/`, on the engines of the test run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { endWithWorker } from './jest/children.ts';
import { createLog, type Log } from './log-lines.ts';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

export type Variables = Readonly<Record<string, string>>;

/** Its log is of both its streams. */
export interface RunningProcess extends Log {
  readonly pid: number;
  /** Ends it by the signal (SIGTERM when absent) and resolves to its exit code, null where a signal killed it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Gives it more standard input, which stays open. */
  write(text: string): void;
  readonly exited: Promise<number | null>;
}

/** `node dist/<program>` with these variables alone, and what the system needs. */
const spawnProgram = (program: string, argv: readonly string[], variables: Variables) =>
  spawn(process.execPath, [DIST + program, ...argv], { env: { PATH: process.env.PATH, ...variables } });

/** Starts a program that goes on; it is killed when the tests end. */
export function startProcess(program: string, argv: readonly string[], variables: Variables): RunningProcess {
  const child = spawnProgram(program, argv, variables);
  endWithWorker(child);
  const written = createLog(program);
  const exited = once(child, 'close').then(([code]) => code as number | null);
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
    written.end();
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => written.write(stream, chunk.toString()));

  return {
    ...written,
    pid: pidOf(child),
    end(signal = 'SIGTERM') {
      if (!hasExited) child.kill(signal);
      return exited;
    },
    signal: (signal) => void child.kill(signal),
    write: (text) => void child.stdin.write(text),
    exited,
  };
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process could not be started');
  return child.pid;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end; `input` is its standard input. */
export async function runProgram(
  program: string,
  argv: readonly string[],
  variables: Variables,
  input?: string | Buffer,
): Promise<Finished> {
  const child = spawnProgram(program, argv, variables);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  // A program that refuses its arguments ends without reading.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** Runs a program whose standard output nobody reads: what it writes there fails as in a pipe whose reader has ended. */
export async function runWithoutReader(
  program: string,
  argv: readonly string[],
  variables: Variables,
): Promise<Omit<Finished, 'stdout'>> {
  const child = spawnProgram(program, argv, variables);
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, stderr };
}
