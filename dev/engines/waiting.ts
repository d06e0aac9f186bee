/** Waiting for a condition, with a limit, and errors in one line. */
import pRetry from 'p-retry';

const TRY_EVERY_MS = 25;

/** What went wrong, as one line. */
export function messageOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  // fetch says only "fetch failed", and its cause says why.
  const text =
    cause instanceof Error ? `${message}: ${cause.message || messageOf(Object(cause).errors?.[0])}` : message;
  return text.trim().replace(/\s*\n\s*/g, '; ');
}

/**
 * Tries again, shortly after each failure, until `probe` succeeds. A probe must end by itself.
 * @returns what the probe returned
 * @throws when `timeoutMs` has passed, with the last failure in the text, or when the signal came, with its reason
 */
export async function untilSucceeds<T>(
  what: string,
  timeoutMs: number,
  probe: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const options = { retries: Number.POSITIVE_INFINITY, factor: 1, minTimeout: TRY_EVERY_MS, maxRetryTime: timeoutMs };
  return await pRetry(probe, { ...options, signal }).catch((error: unknown) => {
    throw new Error(`${what} within ${timeoutMs / 1000} s: ${messageOf(error)}`);
  });
}

/** What may pass by itself: another process took the free port, or a process that is ending still holds the data. */
const PASSING = /address already in use|port "\d+" already in use|DBPathInUse/i;
const PATIENCE_MS = 5000;

/** Starts a program, and starts it again for a few seconds while its port or its data is taken. */
export const startPatiently = <T>(start: () => Promise<T>): Promise<T> =>
  pRetry(start, {
    retries: Number.POSITIVE_INFINITY,
    factor: 1,
    minTimeout: 10 * TRY_EVERY_MS,
    maxRetryTime: PATIENCE_MS,
    shouldRetry: ({ error }) => PASSING.test(error.message),
  });

/** @throws when the promise has not settled in time */
export async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  return await Promise.race([promise, tooLong]).finally(() => clearTimeout(timer));
}
