/**
 * Calls the API, or what else the page needs, and retries while it is unavailable, silent or busy. Ends with a response,
 * another error, or the signal.
 */
import { CatalogueError, createCatalogueClient } from '@merchant-catalogue/client';

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 15_000;
/** An API that takes longer counts as unavailable. */
const RESPONSE_TIMEOUT_MS = 8000;
const BUSY = 429;
const UNAVAILABLE = 503;

/** Creates the client of a shop. It doesn't retry: the page does, and shows when. */
export function clientOf(shop) {
  return createCatalogueClient({ baseUrl: location.origin, token: shop.token, retry: { attempts: 1 } });
}

/**
 * Resolves to what `call` resolves to. Calls `onWait` before each delay. Throws errors other than 429, 503 and a
 * missing response, and the signal's reason, even if a response arrives after the signal.
 * @param {(options: { signal: AbortSignal }) => Promise<any>} call
 * @param {{ signal: AbortSignal, onWait?: (wait: { busy: boolean, delayMs: number }) => void }} options
 */
export async function withRetries(call, { signal, onWait = () => undefined }) {
  for (let attempt = 0; ; attempt++) {
    const attemptSignal = AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]);
    try {
      const response = await call({ signal: attemptSignal });
      signal.throwIfAborted();
      return response;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CatalogueError && error.status !== BUSY && error.status !== UNAVAILABLE) throw error;
      const busy = error.status === BUSY;
      const delayMs = delayBefore(attempt, error.retryAfter, busy);
      onWait({ busy, delayMs });
      await sleep(delayMs, signal);
    }
  }
}

/**
 * Grows with each attempt, and is at least `retryAfter` (seconds). After a 429 with `Retry-After`, it is exactly that.
 */
function delayBefore(attempt, retryAfter = 0, busy) {
  const growingMs = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
  const retryAfterMs = retryAfter * 1000;
  return busy && retryAfterMs > 0 ? retryAfterMs : Math.max(growingMs, retryAfterMs);
}

function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
