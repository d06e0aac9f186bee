/**
 * Asks the API for products. Where it is out, silent or too busy, waits and asks again until it answers or the signal is
 * aborted; the caller hears of every wait. Anything else that goes wrong is thrown, and that the signal was aborted, even
 * where the answer came all the same.
 */
import { availabilityOf } from './availability.js';
import { requestedFilter } from './filters.js';

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 15_000;
/** One that answers later than this is out. */
const ANSWER_WITHIN_MS = 8000;

/**
 * @typedef {{ product: object, matches: import('./matches.js').Match[] }} Item
 * @typedef {{ items: Item[], total: number | null }} Answer `total` is null where nobody knows.
 * @typedef {{ collections: Map<string, string>, locations: Map<string, string>, currency: string }} Choices Names by id.
 * @typedef {{ signal: AbortSignal, onWait: (wait: { busy: boolean, delayMs: number }) => void }} Turn
 */

/** The shop's newest products, or those of a collection in its order. @returns {Promise<Answer>} */
export async function list(shop, { filters, limit }, turn) {
  const parameters = new URLSearchParams({ perPage: limit, ...filters });
  const body = await answered(shop, `/v1/products?${parameters}`, {}, turn);
  return { items: body.data.map((product) => ({ product, matches: [] })), total: body.meta.total };
}

/** The products that match a text, best first; `isSoldOut` says of each whether it can be bought. @returns {Promise<Answer>} */
export async function search(shop, asked, turn) {
  const items = await found(shop, asked, turn);
  const total = items.length < asked.limit ? items.length : null;
  // Of the reduced form, a quantity of nothing does not tell whether more may be sold. The search that leaves out what can
  // be bought does.
  if (!items.some(({ product }) => availabilityOf(product) === null)) return { items, total };
  const soldOut = asked.filters.inStock ? [] : await found(shop, { ...asked, isInStock: false }, turn);
  const ids = new Set(soldOut.map(({ product }) => product.id));
  return { items: items.map((item) => withAvailability(item, ids)), total };
}

async function found(shop, { query, filters, limit, isInStock: inStock }, turn) {
  const filter = { ...requestedFilter(filters), ...(inStock === undefined ? {} : { inStock }) };
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, limit, highlight: true, filter }),
  };
  const body = await answered(shop, '/v1/products/search', request, turn);
  // A service that is set to the other form (SEARCH_RESPONSE_FORM=B) gives whole products, and no matches.
  if (!Array.isArray(body)) return body.data.map((product) => ({ product, matches: [] }));
  return body.map(({ product, search }) => ({ product, matches: search.results }));
}

const withAvailability = ({ product, matches }, soldOut) => ({
  product: { ...product, isSoldOut: soldOut.has(product.id) },
  matches,
});

/** One product, whole. @returns {Promise<object>} */
export const wholeProduct = (shop, id, turn) => answered(shop, `/v1/products/${encodeURIComponent(id)}`, {}, turn);

/**
 * What a shop has to choose from: its newest collections, and what its newest products tell; and those products, whole.
 * Collections come with their products, so only some are asked for. @returns {Promise<Choices & { products: object[] }>}
 */
export async function choicesOf(shop, signal) {
  const turn = { signal, onWait: () => undefined };
  const [collections, products] = await Promise.all(
    ['/v1/collections?perPage=20', '/v1/products?perPage=100'].map(
      async (path) => (await answered(shop, path, {}, turn)).data,
    ),
  );
  return {
    collections: names([...collections, ...products.flatMap((product) => product.collections)]),
    locations: names(products.map((product) => product.location)),
    currency: products[0]?.currency ?? '',
    products,
  };
}

/** Names by id, in the order of the names. */
function names(things) {
  const named = things.filter(({ id, name }) => id !== '' && name !== '').map(({ id, name }) => [id, name]);
  return new Map([...new Map(named)].sort(([, one], [, other]) => one.localeCompare(other)));
}

async function answered(shop, path, request, { signal, onWait }) {
  const headers = { ...request.headers, Accept: 'application/json', Authorization: `Bearer ${shop.token}` };
  for (let attempt = 0; ; attempt++) {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const answer = await asked(path, { ...request, headers, signal: inTime }).catch(() => null);
    signal.throwIfAborted();
    if (answer?.response.ok) return answer.body;
    const response = answer?.response ?? null;
    const busy = response?.status === 429;
    if (response !== null && response.status !== 503 && !busy) {
      throw new Error(`The catalogue answered with status ${response.status}`);
    }
    const delayMs = delayBefore(attempt, response, busy);
    onWait({ busy, delayMs });
    await pause(delayMs, signal);
  }
}

/** Throws also where an answer breaks off. */
async function asked(path, request) {
  const response = await fetch(path, request);
  return { response, body: response.ok ? await response.json() : null };
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
