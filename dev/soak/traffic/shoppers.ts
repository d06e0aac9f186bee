/**
 * Sends searches and lists continuously, and checks each response. During an outage the API may respond with 503, and
 * with 403 to a merchant that may be disabled. Any other error is a failure, and so is a text of another merchant.
 * Responses are not compared with MongoDB: a restore may have removed what they show.
 */
import { sleep } from '../../../src/runtime/retry.ts';
import type { Random } from '../../random.ts';
import type { EventLog } from '../event-log.ts';
import type { Outages } from '../processes/outages.ts';
import { OWNER_TAGS, ownerTagOf, someWords } from './records.ts';

export interface Shopper {
  readonly merchantId: string;
  readonly token: string;
}

interface ShopperOptions {
  readonly apiUrl: string;
  readonly shoppers: readonly Shopper[];
  readonly toggledMerchantId: string;
  readonly log: EventLog;
  readonly outages: Outages;
}

interface ApiRequest {
  readonly what: string;
  readonly path: string;
  readonly body?: string;
  /** The API may respond 503 while one of these is down. */
  readonly needs: readonly string[];
}

const INTERVAL_MS = 30;
const RESPONSE_WITHIN_MS = 30_000;

export async function runShopper(options: ShopperOptions, random: Random, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const shopper = random.pick(options.shoppers);
    const request = random.chance(0.8) ? searchOf(random, options.shoppers) : listOf(random);
    await send(options, shopper, request).catch((error: unknown) =>
      options.log.fail(`no response to a ${request.what}`, `${request.body ?? request.path}: ${String(error)}`),
    );
    await sleep(random.integer(0, 2 * INTERVAL_MS), until);
  }
}

/** A search for words, and sometimes for the tag of another merchant. */
function searchOf(random: Random, shoppers: readonly Shopper[]): ApiRequest {
  const query = random.chance(0.2)
    ? ownerTagOf(random.pick(shoppers).merchantId)
    : someWords(random, random.integer(1, 3));
  const body = JSON.stringify({ query, limit: random.integer(1, 50) });
  return { what: 'search', path: '/v1/products/search', body, needs: ['mongod', 'meilisearch'] };
}

function listOf(random: Random): ApiRequest {
  const path = random.pick(['/v1/products?perPage=50', '/v1/collections?perPage=10']);
  return { what: 'list', path: `${path}&page=${random.integer(1, 5)}`, needs: ['mongod'] };
}

async function send(options: ShopperOptions, { merchantId, token }: Shopper, request: ApiRequest): Promise<void> {
  const { apiUrl, log, outages, toggledMerchantId } = options;
  const { what, path, body, needs } = request;
  const sentMs = performance.now();
  const response = await fetch(apiUrl + path, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body }),
    signal: AbortSignal.timeout(RESPONSE_WITHIN_MS),
  });
  const text = await response.text();
  const description = `${merchantId} ${body ?? path}: ${response.status} after ${Math.round(performance.now() - sentMs)} ms`;
  const isRefused = response.status === 403 && merchantId === toggledMerchantId;
  const isOut = response.status === 503 && outages.affects(needs);
  if (response.ok) log.record(`${what} succeeded`);
  else if (isRefused) log.record(`${what} got 403, because the merchant is disabled`);
  else if (isOut) log.record(`${what} got 503 in an outage`);
  else log.fail(`a ${what} failed`, `${description} ${text.slice(0, 300)}`);
  const foreignMerchants = new Set(
    [...text.matchAll(OWNER_TAGS)].map(([, owner]) => owner).filter((owner) => owner !== merchantId),
  );
  if (foreignMerchants.size > 0)
    log.fail('a response shows another merchant', `${description}, of ${[...foreignMerchants].join(', ')}`);
}
