/**
 * What a command for a person says beside its result, on standard error: standard output is for the result alone. Why it failed is said
 * in words, never as a stack trace.
 */
import { type Shell, say } from '../../src/platform/command-line.ts';
import { createLogger, type Logger } from '../../src/platform/logger.ts';
import { isMongoUnavailable, noAnswerAt } from '../../src/platform/mongo.ts';
import type { IndexerConfig } from './open.ts';

/** The logger of a command: what goes as it should is not told. */
export const commandLogger = ({ LOG_LEVEL: level }: IndexerConfig, { stderr }: Shell): Logger =>
  createLogger('indexer', level === 'info' ? 'warn' : level, stderr);

/** What a command's process gives to `runUntilStopped`. */
export const tellFailure =
  (config: IndexerConfig, shell: Shell) =>
  (error: unknown): void => {
    const where = isMongoUnavailable(error) ? `${noAnswerAt(config.MONGODB_URL)}: ` : '';
    say(shell, `${where}${messagesOf(error).join(': ')}`);
  };

/** The message of an error and those of its causes, each once. */
function messagesOf(error: unknown): string[] {
  const messages = new Set<string>();
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.message !== '') messages.add(cause.message);
  return messages.size > 0 ? [...messages] : [String(error)];
}
