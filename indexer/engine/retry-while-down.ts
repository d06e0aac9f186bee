/** Retries a call to Meilisearch while the engine is down or its disk is full, without a time limit. */
import pRetry from 'p-retry';
import { isMeilisearchUnavailable } from '../../src/engines/meilisearch.ts';
import type { Logger } from '../../src/runtime/logger.ts';
import { unlessAborted } from '../../src/runtime/retry.ts';
import { isDiskFull } from './index-errors.ts';

/**
 * Repeats the call until it succeeds, and resolves to its result. `operation` completes the log line "Meilisearch
 * cannot …", as in `write documents`. Throws any other error of the call. Throws the signal's reason as soon as the
 * signal is aborted, also while a call waits for a response.
 */
export type RetryWhileDown = <T>(operation: string, call: () => Promise<T>) => Promise<T>;

interface RetryOptions {
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** The maximum delay between two calls. */
  readonly maxDelayMs?: number;
  /** Called when the engine rejects a call because its disk is full. */
  readonly onFull?: () => void;
}

const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 5000;

/**
 * The delay starts at 50 to 100 ms and doubles up to `maxDelayMs`. The 1st, 2nd, 4th, 8th, … failure of a call is
 * logged.
 */
export function createRetryWhileDown(options: RetryOptions): RetryWhileDown {
  const { logger, signal, maxDelayMs: maxTimeout = MAX_DELAY_MS, onFull } = options;
  return (operation, call) =>
    pRetry(() => unlessAborted(signal, call()), {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: MIN_DELAY_MS,
      maxTimeout,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => isDown(error),
      onFailedAttempt({ error, attemptNumber }) {
        if (signal.aborted || !isDown(error)) return;
        if (isDiskFull(error)) onFull?.();
        if (!Number.isInteger(Math.log2(attemptNumber))) return;
        logger.warn({ err: error, attempt: attemptNumber }, `Meilisearch cannot ${operation} now: retrying`);
      },
    });
}

const isDown = (error: Error): boolean => isMeilisearchUnavailable(error) || isDiskFull(error);
