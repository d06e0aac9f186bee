/**
 * Asks the API, and is patient: if the API is out, silent or too busy, it waits and asks again until there is an answer or
 * the signal aborts. The caller hears of every wait. Other errors are thrown, and so is the reason of the signal, even if
 * the answer comes all the same.
 */
import { CatalogueError, createCatalogueClient } from '@merchant-catalogue/client';

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 15_000;
/** An API that takes longer to answer is out. */
const ANSWER_WITHIN_MS = 8000;
const BUSY = 429;
const UNAVAILABLE = 503;

/** The client of a shop. It passes refusals on at once: the page itself waits, and says so. */
export function clientOf(shop) {
  return createCatalogueClient({ baseUrl: location.origin, token: shop.token, retry: { attempts: 1 } });
}

/**
 * Resolves to what `ask` resolves to; `ask` gets the options of a call. `onWait` gets `{ busy, delayMs }`.
 * @param {(options: { signal: AbortSignal }) => Promise<any>} ask
 * @param {{ signal: AbortSignal, onWait?: (wait: { busy: boolean, delayMs: number }) => void }} turn
 */
export async function patiently(ask, { signal, onWait = () => undefined }) {
  for (let attempt = 0; ; attempt++) {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    try {
      const answer = await ask({ signal: inTime });
      signal.throwIfAborted();
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CatalogueError && error.status !== BUSY && error.status !== UNAVAILABLE) throw error;
      const busy = error.status === BUSY;
      const delayMs = delayBefore(attempt, error.retryAfter, busy);
      onWait({ busy, delayMs });
      await pause(delayMs, signal);
    }
  }
}

/** Grows from try to try. A busy API says itself when to come back; one that is out is never asked sooner than it says. */
function delayBefore(attempt, retryAfter = 0, busy) {
  const growingMs = Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);
  const askedMs = retryAfter * 1000;
  return busy && askedMs > 0 ? askedMs : Math.max(growingMs, askedMs);
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
