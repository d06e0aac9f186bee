/**
 * Runs a command that ends by itself. Its result goes to standard output, everything else to standard error. A failure
 * prints one line that says what to do next, without a stack trace.
 */

import { explainError } from '../../src/engines/engine-errors.ts';
import { type Shell, say } from '../../src/runtime/command-line.ts';
import { EXIT, runUntilStopped } from '../../src/runtime/lifecycle.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import type { IndexerContext } from '../context.ts';
import { type IndexerConfig, openIndexer } from './open.ts';

/** Runs the command. Resolves to whether it succeeded. */
export type CommandWork = (context: IndexerContext, stopping: AbortSignal) => Promise<boolean>;

/** Resolves to the exit code: 1 when the command threw or did not succeed. */
export async function runCommand(config: IndexerConfig, shell: Shell, work: CommandWork): Promise<number> {
  const { LOG_LEVEL: level, STOP_TIMEOUT_MS: stopTimeoutMs } = config;
  // Log warnings and errors only, unless LOG_LEVEL requests more.
  const logger = createLogger('indexer', level === 'info' ? 'warn' : level, shell.stderr);
  let hasSucceeded = false;
  const code = await runUntilStopped({
    logger,
    stopTimeoutMs,
    onFailure: (error) => say(shell, explainError(error, config.MONGODB_URL)),
    start: async (releasers, stopping) => {
      hasSucceeded = await work(openIndexer(config, logger, releasers, stopping), stopping);
    },
  });
  return code === EXIT.success && !hasSucceeded ? EXIT.failure : code;
}

/** Tells the operator what becomes of a request whose command was stopped before the end. */
export const sayStopped = (shell: Shell): void =>
  say(shell, 'Stopped. If an indexer runs, it finishes this; otherwise run the command again.');
