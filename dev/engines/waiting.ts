/** Waits for conditions, and formats errors. */
import pRetry from 'p-retry';
import { isError } from '../../src/runtime/is-error.ts';

/** What starts is ready soon, but the index of a large catalogue is built for minutes. */
const RETRY = { retries: Number.POSITIVE_INFINITY, minTimeout: 25, factor: 1.2, maxTimeout: 500 };

/** Returns the message of an error as one line. */
export function messageOf(error: unknown): string {
  const { message, cause } = isError(error) ? error : { message: String(error), cause: undefined };
  // fetch only reports "fetch failed"; its cause has the reason.
  const text = isError(cause) ? `${message}: ${cause.message || messageOf(Object(cause).errors?.[0])}` : message;
  return text.trim().replace(/\s*\n\s*/g, '; ');
}

/** Returns how a program ended, with the lines of its log that say why. */
export const withReasons = (outcome: string, lines: readonly string[]): string =>
  lines.length === 0 ? outcome : `${outcome}: ${lines.join(' | ')}`;

/**
 * Retries `probe` until it succeeds, and resolves to its result. A probe must end by itself. Throws after `timeoutMs`
 * or at the signal, with the last failure.
 */
export async function untilSucceeds<T>(
  what: string,
  timeoutMs: number,
  probe: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  // p-retry doesn't retry errors of another realm, such as those of `fetch` in a Jest test.
  const attempt = () => probe().catch((error: unknown) => Promise.reject(new Error(messageOf(error))));
  return await pRetry(attempt, { ...RETRY, maxRetryTime: timeoutMs, signal }).catch((error: unknown) => {
    throw new Error(`${what} within ${timeoutMs / 1000} s: ${messageOf(error)}`);
  });
}

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

/** Resolves to the result of the promise. Throws if it doesn't settle in time. */
export async function rejectAfter<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  return await Promise.race([promise, tooLong]).finally(() => clearTimeout(timer));
}
