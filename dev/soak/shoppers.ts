/**
 * Searches and lists all the time, and checks each response. During an outage the API may respond 503, and to a merchant that may be
 * disabled 403. Any other error is a failure, and so is a text of another merchant. Responses are not compared with MongoDB: a
 * restore may have taken away what they show.
 */
import { sleep } from '../../src/runtime/retry.ts';
import type { Random } from '../catalogue/random.ts';
import type { Log } from './log.ts';
import type { Outages } from './outages.ts';
import { MARKS, markOf, someWords } from './records.ts';

export interface Shopper {
  readonly merchantId: string;
  readonly token: string;
}

interface AskingOptions {
  readonly apiUrl: string;
  readonly shoppers: readonly Shopper[];
  readonly fickleMerchantId: string;
  readonly log: Log;
  readonly outages: Outages;
}

interface Question {
  readonly what: string;
  readonly path: string;
  readonly body?: string;
  /** While one of these is out, the API may respond 503. */
  readonly needs: readonly string[];
}

const REST_MS = 30;
const ANSWER_WITHIN_MS = 30_000;

export async function keepAsking(options: AskingOptions, random: Random, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const shopper = random.pick(options.shoppers);
    const question = random.chance(0.8) ? searchOf(random, options.shoppers) : listOf(random);
    await ask(options, shopper, question).catch((error: unknown) =>
      options.log.fail(`no answer to a ${question.what}`, `${question.body ?? question.path}: ${String(error)}`),
    );
    await sleep(random.integer(0, 2 * REST_MS), until);
  }
}

/** A search for words, and now and then for the mark of another merchant. */
function searchOf(random: Random, shoppers: readonly Shopper[]): Question {
  const query = random.chance(0.2) ? markOf(random.pick(shoppers).merchantId) : someWords(random, random.integer(1, 3));
  const body = JSON.stringify({ query, limit: random.integer(1, 50) });
  return { what: 'search', path: '/v1/products/search', body, needs: ['mongod', 'meilisearch'] };
}

function listOf(random: Random): Question {
  const path = random.pick(['/v1/products?perPage=50', '/v1/collections?perPage=10']);
  return { what: 'list', path: `${path}&page=${random.integer(1, 5)}`, needs: ['mongod'] };
}

async function ask(options: AskingOptions, { merchantId, token }: Shopper, question: Question): Promise<void> {
  const { apiUrl, log, outages, fickleMerchantId } = options;
  const { what, path, body, needs } = question;
  const askedMs = performance.now();
  const response = await fetch(apiUrl + path, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const text = await response.text();
  const told = `${merchantId} ${body ?? path}: ${response.status} after ${Math.round(performance.now() - askedMs)} ms`;
  const isRefused = response.status === 403 && merchantId === fickleMerchantId;
  const isOut = response.status === 503 && outages.concern(needs);
  if (response.ok) log.note(`${what} answered`);
  else if (isRefused) log.note(`${what} refused, as the merchant is disabled`);
  else if (isOut) log.note(`${what} answered 503 in an outage`);
  else log.fail(`a ${what} failed`, `${told} ${text.slice(0, 300)}`);
  const strangers = new Set(
    [...text.matchAll(MARKS)].map(([, owner]) => owner).filter((owner) => owner !== merchantId),
  );
  if (strangers.size > 0) log.fail('an answer shows another merchant', `${told}, of ${[...strangers].join(', ')}`);
}
