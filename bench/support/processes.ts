/** The project's own programs as parts of a run: each ends with the run at the latest, and the run fails with it. */
import type { LogLine } from '../../dev/process-log.ts';
import * as processes from '../../dev/processes.ts';
import type { Run } from './run.ts';

export type { RunningProcess, Variables } from '../../dev/processes.ts';

/**
 * Starts a program and resolves when it has logged `message`, with that line. From then on its output is thrown away, so that
 * writing it costs what it always costs. Throws when the program ends before.
 */
export async function startProcess(
  run: Run,
  program: string,
  argv: readonly string[],
  variables: processes.Variables,
  message: string,
  nodeOptions: readonly string[] = [],
): Promise<{ process: processes.RunningProcess; line: LogLine }> {
  run.stopping.throwIfAborted();
  const started = processes.startProcess(program, argv, variables, { nodeOptions, showsStderr: true });
  run.onStop(program, async () => void (await started.end()));
  const line = await started.line(({ msg }) => msg === message);
  started.discardOutput();
  return { process: started, line };
}

export interface Work {
  readonly pid: number;
  /** Its standard output, when it has ended; throws when it fails. */
  readonly output: Promise<string>;
}

/** Starts a program that ends by itself. Its progress is shown. */
export function startWork(run: Run, program: string, argv: readonly string[], variables: processes.Variables): Work {
  run.stopping.throwIfAborted();
  const started = processes.startRun(program, argv, variables, { showsStderr: true });
  run.onStop(program, async () => void (await started.end()));
  const output = started.finished.then(({ code, stdout }) => {
    if (code !== 0) throw new Error(`${program} ${argv[0] ?? ''} failed with exit code ${code}: ${stdout.slice(-500)}`);
    return stdout.trim();
  });
  output.catch(() => undefined);
  return { pid: started.pid, output };
}

/** Runs a program to its end and resolves to its standard output; throws when it fails. Its progress is shown. */
export const runProgram = (
  run: Run,
  program: string,
  argv: readonly string[],
  variables: processes.Variables,
): Promise<string> => startWork(run, program, argv, variables).output;
