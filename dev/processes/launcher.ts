/**
 * The launcher of processes for tests, benchmarks, the soak, the fuzzer and the demo. Each process leads its own group,
 * so Ctrl-C reaches only the parent. No process outlives the parent, however it ends: see reaper.ts.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DIST, PROJECT } from '../project.ts';
import { createLog, type Log } from './process-log.ts';
import { registerWithReaper } from './reaper-client.ts';

/** Environment variables. */
export type Variables = Readonly<Record<string, string>>;

export interface Command {
  readonly program: string;
  readonly parameters: readonly string[];
  /** The environment of the process. PATH is added. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The working folder. Default: the project. */
  readonly folder?: string;
  /** How long the reaper waits after SIGTERM. Absent: it kills at once. */
  readonly graceMs?: number;
}

/** `node <nodeOptions> dist/<program> <parameters>` */
export const ofProject = (
  program: string,
  parameters: readonly string[],
  variables: Command['variables'],
  nodeOptions: readonly string[] = [],
): Command => ({
  program: process.execPath,
  parameters: [...nodeOptions, join(DIST, program), ...parameters],
  variables,
});

export interface ManagedProcess {
  readonly pid: number;
  /** Resolves when it has ended and its output is read: to the exit code, or null if a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Resolves at the same time, to "ended with code 0" or "ended by SIGKILL". */
  readonly outcome: Promise<string>;
  /** Aborted at the same time, with the outcome as the message of its reason. */
  readonly hasEnded: AbortSignal;
  signal(signal: NodeJS.Signals): void;
  /**
   * Sends the signal (default: SIGTERM), and kills the process and its children if they don't end in time. Safe to call
   * twice.
   */
  end(signal?: NodeJS.Signals, limitMs?: number): Promise<number | null>;
}

/** Longer than any process of this project needs to stop in a test. */
const END_LIMIT_MS = 75_000;

/** Starts a program with its output in a file. It doesn't keep the parent running. Throws if it can't be started. */
export function startLogged(command: Command, logFile: string): ManagedProcess {
  const output = openSync(logFile, 'w', 0o600);
  try {
    const child = spawnGroup(command, ['ignore', output, output]);
    child.unref();
    return manage(child, command);
  } finally {
    closeSync(output);
  }
}

/** Starts a program with the parent's output streams. Throws if it can't be started. */
export const startShown = (command: Command): ManagedProcess =>
  manage(spawnGroup(command, ['ignore', 'inherit', 'inherit']), command);

/** The log contains both output streams. */
export interface RunningProcess extends ManagedProcess, Log {
  /** Writes to its standard input, which stays open. */
  write(text: string): void;
  /**
   * Discards its output from now on. Waiting for lines no longer works. Returns a function that returns the last chunk
   * of standard output, where a failed process names its error.
   */
  discardOutput(): () => string;
}

interface ProcessOptions {
  readonly nodeOptions?: readonly string[];
  /** Forwards its standard error to the parent's instead of collecting it. */
  readonly showsStderr?: boolean;
}

/** Starts `node <nodeOptions> dist/<program> <parameters>`. */
export function startProcess(
  program: string,
  parameters: readonly string[],
  variables: Variables,
  { nodeOptions = [], showsStderr = false }: ProcessOptions = {},
): RunningProcess {
  const command = ofProject(program, parameters, variables, nodeOptions);
  const child = spawnGroup(command, ['pipe', 'pipe', showsStderr ? 'inherit' : 'pipe']);
  const managed = manage(child, command);
  const streams = [child.stdout, child.stderr];
  const { write, end, ...log } = createLog(program);
  for (const stream of streams) stream?.on('data', (chunk: Buffer) => write(stream, chunk.toString()));
  void managed.exited.then(end);
  return {
    ...managed,
    ...log,
    write: (input) => void child.stdin?.write(input),
    discardOutput() {
      let last: Buffer | null = null;
      for (const stream of streams) stream?.removeAllListeners('data').resume();
      child.stdout?.on('data', (chunk: Buffer) => {
        last = chunk;
      });
      return () => last?.toString() ?? '';
    },
  };
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProgramOptions extends Omit<ProcessOptions, 'nodeOptions'> {
  /** Closes its standard output, like a pipe whose reader has ended. */
  readonly stdoutClosed?: boolean;
}

interface FinishingProcess extends ManagedProcess {
  readonly finished: Promise<Finished>;
}

/** Starts `node dist/<program> <parameters>`, which ends by itself. */
export function startProgram(
  program: string,
  parameters: readonly string[],
  variables: Variables,
  { stdoutClosed = false, showsStderr = false }: ProgramOptions = {},
): FinishingProcess {
  const command = ofProject(program, parameters, variables);
  const child = spawnGroup(command, ['ignore', 'pipe', showsStderr ? 'inherit' : 'pipe']);
  const managed = manage(child, command);
  if (stdoutClosed) child.stdout?.destroy();
  const texts = Promise.all([stdoutClosed ? '' : allOf(child.stdout), allOf(child.stderr)]);
  const finished = Promise.all([managed.exited, texts]).then(([code, [stdout, stderr]]) => ({ code, stdout, stderr }));
  return { ...managed, finished };
}

const allOf = async (stream: Readable | null): Promise<string> => (stream === null ? '' : await text(stream));

/** Runs `node dist/<program> <parameters>` to its end. */
export const runProgram = (
  program: string,
  parameters: readonly string[],
  variables: Variables,
  options?: ProgramOptions,
): Promise<Finished> => startProgram(program, parameters, variables, options).finished;

function spawnGroup({ program, parameters, variables, folder = PROJECT }: Command, stdio: StdioOptions): ChildProcess {
  const environment = { PATH: process.env.PATH, ...variables };
  return spawn(program, parameters, { cwd: folder, env: environment, stdio, detached: true });
}

/** Manages a child process. Throws if it could not be started. */
function manage(child: ChildProcess, { program, graceMs = 0 }: Command): ManagedProcess {
  const { pid } = child;
  // Node reports the reason later, by this event.
  child.once('error', () => undefined);
  if (pid === undefined) throw new Error(`${program} cannot be started`);
  const release = registerWithReaper({ kind: 'process', pid, graceMs });
  child.once('exit', release);
  const closed = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const exited = closed.then(({ code }) => code);
  const outcome = closed.then(({ code, signal }) =>
    signal === null ? `ended with code ${code}` : `ended by ${signal}`,
  );
  const ended = new AbortController();
  void outcome.then((text) => ended.abort(new Error(text)));
  return {
    pid,
    exited,
    outcome,
    hasEnded: ended.signal,
    signal: (signal) => void child.kill(signal),
    async end(signal = 'SIGTERM', limitMs = END_LIMIT_MS) {
      if (signal === 'SIGKILL') killGroup(child);
      else child.kill(signal);
      const tooLong = setTimeout(() => killGroup(child), limitMs);
      return await exited.finally(() => clearTimeout(tooLong));
    },
  };
}

/** The process and its children. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
}
