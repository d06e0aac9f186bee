/** Waits until a process of the service is ready. */
import { untilSucceeds } from './engines/waiting.ts';

const RESPONSE_LIMIT_MS = 10_000;

/** Resolves when `/readyz` at the address reports `ok`. Throws after `timeoutMs`, or at the signal. `what`: for the error. */
export const untilReady = (what: string, url: string, timeoutMs: number, signal: AbortSignal): Promise<void> =>
  untilSucceeds(
    `${what} is not ready`,
    timeoutMs,
    async () => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_LIMIT_MS)]);
      const response = await fetch(`${url}/readyz`, { signal: limit });
      const { status } = (await response.json()) as { status: string };
      if (status !== 'ok') throw new Error(`it reports ${status}`);
    },
    signal,
  );
