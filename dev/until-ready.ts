/** Waits until a process of the service is ready. */
import { sleep } from '../src/runtime/retry.ts';

const POLL_INTERVAL_MS = 100;

/** Resolves to true when `/readyz` at the address reports `ok`; to false at the signal. */
export async function untilReady(url: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const status = await fetch(`${url}/readyz`, { signal })
      .then(async (response) => ((await response.json()) as { status: string }).status)
      .catch(() => 'not ready');
    if (status === 'ok') return true;
    await sleep(POLL_INTERVAL_MS, signal);
  }
  return false;
}
