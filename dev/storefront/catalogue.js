/**
 * Asks the API for products. Where it is out or too busy, waits and asks again until it answers or the signal is
 * aborted; the caller hears of every wait. Anything else that goes wrong is thrown.
 */

const PAGE_SIZE = 24;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 15_000;

/**
 * @typedef {{ product: object, matches: { type: string, text: string, highlights?: { start: number, length: number }[] }[] }} Item
 * @typedef {{ items: Item[], elapsedMs: number }} Answer
 * @typedef {{ signal: AbortSignal, onWait: (wait: { busy: boolean, delayMs: number }) => void }} Turn
 */

/** The shop's newest products. @returns {Promise<Answer>} */
export async function newest(shop, turn) {
  const { body, elapsedMs } = await answered(shop, `/v1/products?perPage=${PAGE_SIZE}`, {}, turn);
  return { items: body.data.map((product) => ({ product, matches: [] })), elapsedMs };
}

/** The products that match a text, best first. @returns {Promise<Answer>} */
export async function search(shop, query, turn) {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, limit: PAGE_SIZE, highlight: true }),
  };
  const { body, elapsedMs } = await answered(shop, '/v1/products/search', request, turn);
  return { items: body.map(({ product, search }) => ({ product, matches: search.results })), elapsedMs };
}

async function answered(shop, path, request, { signal, onWait }) {
  const headers = { ...request.headers, Accept: 'application/json', Authorization: `Bearer ${shop.token}` };
  for (let attempt = 0; ; attempt++) {
    const startedAt = performance.now();
    const response = await fetch(path, { ...request, headers, signal }).catch(() => null);
    signal.throwIfAborted();
    if (response?.ok) {
      const body = await response.json();
      return { body, elapsedMs: performance.now() - startedAt };
    }
    const busy = response?.status === 429;
    if (response !== null && response.status !== 503 && !busy) {
      throw new Error(`The catalogue answered with status ${response.status}`);
    }
    const delayMs = delayBefore(attempt, response, busy);
    onWait({ busy, delayMs });
    await pause(delayMs, signal);
  }
}

/** Grows from try to try. A busy API says itself when to come back; one that is out is never asked sooner than it says. */
function delayBefore(attempt, response, busy) {
  const growingMs = Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);
  const askedMs = Number(response?.headers.get('Retry-After')) * 1000 || 0;
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
