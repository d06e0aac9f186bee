/**
 * The demo for those who change the service (`npm run dev`): the compiler writes `dist/` anew at each change of a source, and Node.js
 * restarts the process that runs it. What these print appears in the terminal. A process that crashes waits for the next change.
 */
import { join } from 'node:path';
import { type Command, startShown } from '../processes.ts';
import { PROJECT } from '../project.ts';

/** Ends what was started. */
type End = () => Promise<void>;

const COMPILER = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');

export function startCompiler(): End {
  const compiler = startShown({
    program: process.execPath,
    parameters: [COMPILER, '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'],
    variables: {},
  });
  // It is a process and its child, and has nothing to finish.
  return async () => void (await compiler.end('SIGKILL'));
}

/** Starts a process of the service, and again whenever one of its files changes. Its log is shown from `warn` on. */
export function startWatched({ parameters, variables, ...command }: Command, stopLimitMs: number): End {
  const running = startShown({
    ...command,
    parameters: ['--watch', '--watch-preserve-output', ...parameters],
    variables: { ...variables, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
    graceMs: stopLimitMs,
  });
  return async () => void (await running.end('SIGTERM', stopLimitMs));
}
