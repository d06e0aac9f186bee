/** Repeats work while MongoDB is unavailable, as long as an election may take. */
import pRetry from 'p-retry';
import { isMongoUnavailable, isUnconfirmed } from './errors.ts';

/** With the driver's wait for a primary, some 15 seconds: an election takes up to twelve. */
const RETRIES = 5;
const RETRY_AFTER_MS = 100;

/** What a command prints when it tries again. */
export const TRYING_AGAIN = 'MongoDB does not answer, or has no primary: trying again';

/**
 * Resolves to the result of the work. Calls `onRetry` before each further attempt. Throws the error of the last attempt,
 * any other error, and the signal's reason.
 */
export const retryElection = <T>(work: () => Promise<T>, onRetry?: () => void, signal?: AbortSignal): Promise<T> =>
  pRetry(work, {
    retries: RETRIES,
    minTimeout: RETRY_AFTER_MS,
    shouldRetry: ({ error }) => mayRetry(error),
    onFailedAttempt: ({ retriesLeft, error }) => {
      if (retriesLeft > 0 && mayRetry(error)) onRetry?.();
    },
    ...(signal === undefined ? {} : { signal }),
  });

/** A write that is stored and not confirmed would only be one more that waits for a majority. */
const mayRetry = (error: unknown): boolean => isMongoUnavailable(error) && !isUnconfirmed(error);
