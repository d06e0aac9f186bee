/**
 * The demo for development (`npm run dev`): the compiler updates `dist/` at each change of a source, and Node.js
 * restarts the process. Their output appears in the terminal. A process that crashes waits for the next change.
 */
import { join } from 'node:path';
import { type Command, startShown } from '../processes/launcher.ts';
import { PROJECT } from '../project.ts';

/** Stops the process. */
type Stop = () => Promise<void>;

const COMPILER = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');

export function startCompiler(): Stop {
  const compiler = startShown({
    program: process.execPath,
    parameters: [COMPILER, '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'],
    variables: {},
  });
  // Kills the compiler and its child process. They have nothing to finish.
  return async () => void (await compiler.end('SIGKILL'));
}

/** Starts a process of the service, and restarts it when one of its files changes. Shows its log from `warn` on. */
export function startWatched({ parameters, variables, ...command }: Command, stopLimitMs: number): Stop {
  const running = startShown({
    ...command,
    parameters: ['--watch', '--watch-preserve-output', ...parameters],
    variables: { ...variables, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
    graceMs: stopLimitMs,
  });
  return async () => void (await running.end('SIGTERM', stopLimitMs));
}
