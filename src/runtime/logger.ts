/** The process's logger: JSON lines, on standard output where that is not for a result. What could carry a secret is cut out before it is written. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { withTimeout } from './retry.ts';

export type { Logger } from 'pino';

/**
 * Paths that a log line may have and whose values are secrets. None has a wildcard: those are searched for in every line,
 * which costs more than writing it.
 */
const SECRET_PATHS = ['req.headers.authorization', 'headers.authorization', 'authorization', 'token', 'apiKey'];

/** So many bytes are written at once, and what is buffered after so long. */
const BATCH_BYTES = 8192;
const BATCH_MS = 100;

/**
 * Standard output for a service. A write for each of thousands of lines a second would cost as much as to answer from
 * memory. What is left is written when the process ends; only a `kill -9` loses the last lines.
 */
export function batchedOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: BATCH_BYTES, periodicFlush: BATCH_MS });
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    try {
      flushSync();
    } catch (error) {
      // Thrown as the process exits, it would be told as a fault of the program.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    }
  };
  return output;
}

/**
 * Resolves when what was logged is written, cannot be, or the limit is over; to be waited for before a process ends. What is left
 * then is written as the process ends. sonic-boom does so from version 5 on: before, a flush while a write was under way waited for that
 * one alone, and what was left was tried for ever where nobody read any more.
 */
export const written = (logger: Logger, limitMs: number): Promise<void> =>
  withTimeout(limitMs, new Promise<void>((resolve) => logger.flush(() => resolve())), undefined);

/**
 * Makes the logger of a process. `name` tells the processes apart; `level` is pino's; `destination` is where the lines
 * go (standard output when absent).
 */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    redact: { paths: SECRET_PATHS, censor: '[secret]' },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** A connection string without its user and password, fit for a log line or an error message. */
export function withoutCredentials(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//');
}
