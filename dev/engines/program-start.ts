/** Starts a program of an engine, and says how it ended. */
import pRetry from 'p-retry';

/** Temporary errors: another process took the free port, or a process that is stopping still uses the data. */
const TEMPORARY = /address already in use|port "\d+" already in use|DBPathInUse/i;
const RETRY_LIMIT_MS = 5000;

/** Starts a program. Retries for a few seconds while its port or its data is in use. */
export const startWithRetry = <T>(start: () => Promise<T>): Promise<T> =>
  pRetry(start, {
    retries: Number.POSITIVE_INFINITY,
    factor: 1,
    minTimeout: 250,
    maxRetryTime: RETRY_LIMIT_MS,
    shouldRetry: ({ error }) => TEMPORARY.test(error.message),
  });

/** Returns how a program ended, with the lines of its log that say why. */
export const withReasons = (outcome: string, lines: readonly string[]): string =>
  lines.length === 0 ? outcome : `${outcome}: ${lines.join(' | ')}`;
