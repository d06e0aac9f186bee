/** Continuous writes and searches while the indexer works. */
import { setTimeout as sleep } from 'node:timers/promises';
import { membership, product } from '../../../support/fixtures.ts';
import type { TestService } from '../../../support/service.ts';

export interface Traffic<T> {
  /** Resolves when this many rounds are done. Throws what a round threw. */
  reached(rounds: number): Promise<void>;
  /** Waits for the current round, and resolves to the result of all rounds. Throws what a round threw. */
  stop(): Promise<T>;
}

/** Short enough for many rounds during a lease or a rebuild, and long enough to leave CPU time to other tests. */
const INTERVAL_MS = 100;
const TOGGLE_INTERVAL_MS = 50;

/** Repeats `round` until `stop`. */
function repeat<T>(round: (count: number) => Promise<void>, result: () => T, intervalMs = INTERVAL_MS): Traffic<T> {
  let stopped = false;
  let done = 0;
  const running = (async () => {
    for (; !stopped; done += 1) {
      await round(done);
      await sleep(intervalMs);
    }
  })();
  running.catch(() => undefined);
  return {
    async reached(rounds) {
      while (!stopped && done < rounds) await Promise.race([sleep(INTERVAL_MS), running]);
    },
    async stop() {
      stopped = true;
      await running;
      return result();
    },
  };
}

/**
 * Writes to a merchant's products in every way: inserts products (`written-<n>`) with a membership in a collection,
 * updates existing ones, and deletes existing and new ones. `stop` resolves to the number of rounds. `intervalMs`:
 * the pause between two rounds.
 */
export function startWriting(
  { catalogue }: TestService,
  merchantId: string,
  existingIds: readonly string[],
  intervalMs?: number,
): Traffic<number> {
  let rounds = 0;
  return repeat(
    async (count) => {
      const existingId = existingIds[(count * 7) % existingIds.length] as string;
      const newId = `written-${count}`;
      await catalogue.products.insertOne(product(newId, merchantId) as never);
      await catalogue.memberships.insertOne(membership('written', newId, merchantId) as never);
      await catalogue.products.updateOne({ _id: existingId }, { $set: { title: `Changed in round ${count}` } });
      if (count % 3 === 0) await catalogue.products.deleteOne({ _id: `written-${count - 2}` });
      if (count % 10 === 0) await catalogue.products.deleteOne({ _id: existingIds[count / 10] as string });
      rounds = count + 1;
    },
    () => rounds,
    intervalMs,
  );
}

export interface Searched {
  readonly searches: number;
  /** Errors, and responses with too few hits. */
  readonly failures: readonly string[];
}

/** Searches the live index for the products of a merchant that always has at least `atLeast`. */
export function startSearching(
  { meilisearch, indexName }: TestService,
  merchantId: string,
  atLeast: number,
): Traffic<Searched> {
  const failures: string[] = [];
  let searches = 0;
  return repeat(
    async () => {
      searches += 1;
      try {
        const filter = `merchant_id = "${merchantId}"`;
        const { hits } = await meilisearch
          .index(indexName)
          .search('', { filter, limit: atLeast, attributesToRetrieve: ['id'] });
        if (hits.length < atLeast) failures.push(`${hits.length} hits`);
      } catch (error) {
        failures.push(String(error));
      }
    },
    () => ({ searches, failures }),
  );
}

/** Updates a field that no search document contains. `stop` resolves to the number of updates. */
export function startIrrelevantUpdates({ catalogue }: TestService, ids: readonly string[]): Traffic<number> {
  let updates = 0;
  return repeat(
    async (count) => {
      const _id = ids[count % ids.length] as string;
      await catalogue.products.updateOne({ _id }, { $set: { updatedAt: new Date(count) } });
      updates = count + 1;
    },
    () => updates,
  );
}

/**
 * Sets a merchant's statuses in turn, many times a second; the last one stays. `stop` resolves to the number of rounds.
 */
export function startTogglingStatus(
  { catalogue }: TestService,
  merchantId: string,
  statuses: readonly string[],
): Traffic<number> {
  let rounds = 0;
  return repeat(
    async () => {
      for (const status of statuses) await catalogue.merchants.updateOne({ _id: merchantId }, { $set: { status } });
      await sleep(TOGGLE_INTERVAL_MS);
      rounds += 1;
    },
    () => rounds,
  );
}
