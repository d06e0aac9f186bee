/**
 * The search log: a sample of the searches, written to MongoDB in the background. It never delays a response and never
 * fails one: a search that can't be written soon is dropped and counted. No token is stored; a hash of it stays in
 * memory for some seconds.
 */
import { createFairQueue, type FairQueue } from '../../runtime/concurrency/fair-queue.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ApiMetrics } from '../../runtime/monitoring/metrics.ts';
import { withTimeout } from '../../runtime/retry.ts';
import { createChains } from './chains.ts';
import type { LoggedSearch, WriteSearches } from './write-searches.ts';

export type CompletedSearch = Omit<LoggedSearch, 'at'>;

export interface SearchLog {
  /** Records a search that has just completed, without waiting. */
  record(tokenHash: string, search: CompletedSearch): void;
  /** Writes the rest, within a second, and ends. */
  close(): Promise<void>;
}

interface SearchLogOptions {
  /** The share of searches to write, 0 to 1. */
  readonly share: number;
  readonly write: WriteSearches;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
}

const WRITE_EVERY_MS = 1000;
/** Limits what a process writes in a second. */
const MAX_BATCH = 50;
/** Of all merchants together; one merchant gets at most half of each. */
const MAX_WAITING = 1000;
/** Searches that may still be continued. Many more than are written meanwhile. */
const MAX_PENDING = 3000;
const MAX_QUERY_LENGTH = 200;
const CLOSE_TIMEOUT_MS = 1000;
/** Enough of the hash to distinguish the tokens of some seconds. */
const TOKEN_KEY_LENGTH = 16;

export function createSearchLog(options: SearchLogOptions): SearchLog {
  const { share, metrics } = options;
  if (share === 0) return { record: () => undefined, close: () => Promise.resolve() };
  /** Merchants take turns: the searches of one don't keep out those of the others. */
  const waiting = createFairQueue<LoggedSearch>();
  const chains = createChains((search) => {
    if (Math.random() >= share) return;
    if (hasRoom(waiting, MAX_WAITING, search.merchantId)) waiting.add(search.merchantId, search);
    else metrics.searchesNotLogged.inc(1);
  });
  const writeBatch = createWriteBatch(options);
  let writing: Promise<void> | null = null;

  const timer = setInterval(() => {
    chains.settle(Date.now());
    if (writing !== null || waiting.size() === 0) return;
    writing = writeBatch(takeBatch(waiting)).finally(() => {
      writing = null;
    });
  }, WRITE_EVERY_MS).unref();

  return {
    record(tokenHash, search) {
      const logged = { at: new Date(), ...search, query: loggedQuery(search.query) };
      if (hasRoom(chains, MAX_PENDING, search.merchantId)) chains.add(tokenHash.slice(0, TOKEN_KEY_LENGTH), logged);
      else metrics.searchesNotLogged.inc(1);
    },
    async close() {
      clearInterval(timer);
      chains.settle(Number.POSITIVE_INFINITY);
      const writeRest = async () => {
        await writing;
        while (waiting.size() > 0) await writeBatch(takeBatch(waiting));
      };
      await withTimeout(CLOSE_TIMEOUT_MS, writeRest(), undefined);
    },
  };
}

type Sizes = Pick<FairQueue<LoggedSearch>, 'size' | 'sizeOf'>;

const hasRoom = (searches: Sizes, maximum: number, merchantId: string): boolean =>
  searches.size() < maximum && searches.sizeOf(merchantId) < maximum / 2;

function takeBatch(waiting: FairQueue<LoggedSearch>): readonly LoggedSearch[] {
  const batch: LoggedSearch[] = [];
  while (batch.length < MAX_BATCH) {
    const next = waiting.takeNext(() => true);
    if (next === null) break;
    batch.push(next.item);
  }
  return batch;
}

/** Writes a batch, or drops it if that fails. Warns once until a write succeeds again. */
function createWriteBatch({ write, metrics, logger }: SearchLogOptions): WriteSearches {
  let hasWarned = false;
  return async (batch) => {
    try {
      await write(batch);
      hasWarned = false;
    } catch (error) {
      metrics.searchesNotLogged.inc(batch.length);
      if (!hasWarned) logger.warn({ err: error }, 'searches cannot be logged: they are dropped and counted');
      hasWarned = true;
    }
  };
}

/** The form in which equal searches are counted together: lower case, with single spaces as white space. */
export const loggedQuery = (query: string): string =>
  query.toLowerCase().normalize('NFC').replace(/\s+/g, ' ').slice(0, MAX_QUERY_LENGTH).toWellFormed();
