/**
 * Delays, timeouts and backoff. Delays and other work can be aborted. Backoff grows and has jitter, so that many
 * processes don't retry in step.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** Waits. Resolves early, without an error, when the signal is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

/** Resolves to the result of the work, or to `late` after the timeout. Throws what the work throws before. */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>, late: T): Promise<T> {
  const done = new AbortController();
  const limit = sleep(timeoutMs, done.signal).then(() => late);
  return Promise.race([work, limit]).finally(() => done.abort());
}

/**
 * Resolves to the result. Throws the signal's reason as soon as the signal is aborted, or at once if it is already; the
 * work then goes on unobserved.
 */
export function unlessAborted<T>(signal: AbortSignal | undefined, result: Promise<T>): Promise<T> {
  if (signal === undefined) return result;
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([result, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/**
 * Resolves to the result of `work`, which runs once more after an error for which `isRetried` returns true. Throws any
 * other error, and that of the second run.
 */
export async function retryOnce<T>(work: () => Promise<T>, isRetried: (error: unknown) => boolean): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRetried(error)) return await work();
    throw error;
  }
}

/**
 * The delay before attempt number `attempt` (from 1). It doubles from `firstMs` up to `maxMs`, and half of it is
 * random.
 */
export function backoffMs(attempt: number, firstMs = 100, maxMs = 5000): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return full / 2 + (full / 2) * Math.random();
}
