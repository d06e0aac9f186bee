/**
 * What a command prints beside its result, on standard error: standard output is for the result alone. A failure is one line
 * that says what to do next, never a stack trace.
 */
import { type Shell, say } from '../../src/platform/command-line.ts';
import { explainError } from '../../src/platform/engine-errors.ts';
import { createLogger, type Logger } from '../../src/platform/logger.ts';
import type { IndexerConfig } from './open.ts';

/** The logger of a command; it leaves out `info`, unless LOG_LEVEL asks for more. */
export const commandLogger = ({ LOG_LEVEL: level }: IndexerConfig, { stderr }: Shell): Logger =>
  createLogger('indexer', level === 'info' ? 'warn' : level, stderr);

/** Prints why a command failed; for `runUntilStopped`. */
export const tellFailure =
  (config: IndexerConfig, shell: Shell) =>
  (error: unknown): void =>
    say(shell, explainError(error, config.MONGODB_URL));
