/**
 * Processes of this project in a benchmark run. The end of the run ends them, and the run fails if one ends before.
 */
import { type RunningProcess, startProcess, startProgram, type Variables } from '../../dev/processes/launcher.ts';
import type { LogLine } from '../../dev/processes/process-log.ts';
import type { Run } from './run.ts';

export type { RunningProcess, Variables };

/** How many lines of an ended process are shown. */
const LAST_LINES = 2;

/** Long enough for an indexer that first builds the index of a large catalogue. */
const START_LIMIT_MS = 3_600_000;

interface ProcessOptions {
  readonly program: string;
  readonly argv?: readonly string[];
  readonly variables: Variables;
  readonly nodeOptions: readonly string[];
  /** Of the log line that says that it is ready. */
  readonly message: string;
}

/**
 * Starts a program, and resolves to its first log line with `message`. Discards its later output, so that logging costs
 * what it always costs. Throws if the program ends earlier.
 */
export async function startInRun(
  run: Run,
  { program, argv = [], variables, nodeOptions, message }: ProcessOptions,
): Promise<{ process: RunningProcess; line: LogLine }> {
  run.stopping.throwIfAborted();
  const started = startProcess(program, argv, variables, { nodeOptions, showsStderr: true });
  let isEnding = false;
  const end: typeof started.end = (...args) => {
    isEnding = true;
    return started.end(...args);
  };
  run.onStop(program, async () => void (await end()));
  const line = await started.line(({ msg }) => msg === message, START_LIMIT_MS);
  const lastOutput = started.discardOutput();
  void started.outcome.then((outcome) => {
    if (!isEnding)
      run.fail([`${program} ${outcome}`, ...lastOutput().trim().split('\n').slice(-LAST_LINES)].join('\n').trim());
  });
  return { process: { ...started, end }, line };
}

interface StartedProgram {
  readonly pid: number;
  /** Resolves to its standard output when it ends. Throws if it fails. */
  readonly output: Promise<string>;
}

/** Starts a program that ends by itself. Shows its progress. */
export function startCommand(run: Run, program: string, argv: readonly string[], variables: Variables): StartedProgram {
  run.stopping.throwIfAborted();
  const started = startProgram(program, argv, variables, { showsStderr: true });
  run.onStop(program, async () => void (await started.end()));
  const output = started.finished.then(({ code, stdout }) => {
    if (code !== 0) throw new Error(`${program} ${argv[0] ?? ''} failed with exit code ${code}: ${stdout.slice(-500)}`);
    return stdout.trim();
  });
  output.catch(() => undefined);
  return { pid: started.pid, output };
}

/** Runs a program to its end and resolves to its standard output. Throws if it fails. Shows its progress. */
export const runCommand = (run: Run, program: string, argv: readonly string[], variables: Variables): Promise<string> =>
  startCommand(run, program, argv, variables).output;
