/** Waits for conditions. */
import pRetry from 'p-retry';
import { unlessAborted } from '../src/runtime/retry.ts';
import { messageOf } from './errors.ts';

/** What starts is ready soon, but the index of a large catalogue is built for minutes. */
const RETRY = { retries: Number.POSITIVE_INFINITY, minTimeout: 25, factor: 1.2, maxTimeout: 500 };
const RESPONSE_LIMIT_MS = 10_000;

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

/**
 * Resolves when `/readyz` or `/livez` of a process of the service reports `ok`. Throws after `timeoutMs`, or at the
 * signal. `what`: for the error.
 */
export const untilReady = (what: string, url: string, timeoutMs: number, signal: AbortSignal): Promise<void> =>
  untilSucceeds(
    `${what} is not ready`,
    timeoutMs,
    async () => {
      const request = fetch(url, { signal: AbortSignal.timeout(RESPONSE_LIMIT_MS) });
      const response = await unlessAborted(signal, request);
      const { status } = (await response.json()) as { status: string };
      if (status !== 'ok') throw new Error(`it reports ${status}`);
    },
    signal,
  );
