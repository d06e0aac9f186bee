/** What goes on while the indexer works: writers that write all the time, and callers that search all the time. */
import { setTimeout as pause } from 'node:timers/promises';
import { membership, product } from '../../support/fixtures.ts';
import type { TestService } from '../../support/service.ts';

export interface Traffic<T> {
  /** Resolves when so many rounds are done, at once where they are already. Throws what a round threw. */
  reached(rounds: number): Promise<void>;
  /** Lets what is in work end, and resolves to what came of it all. Throws what a write threw. */
  stop(): Promise<T>;
}

/** Many rounds in the seconds that a lease or a rebuild takes, and time for everybody else. */
const REST_MS = 10;
const FLIP_MS = 50;

/** Repeats one round of work until it is stopped. */
function repeat<T>(round: (count: number) => Promise<void>, result: () => T): Traffic<T> {
  let stopped = false;
  let done = 0;
  const running = (async () => {
    for (; !stopped; done += 1) {
      await round(done);
      await pause(REST_MS);
    }
  })();
  running.catch(() => undefined);
  return {
    async reached(rounds) {
      while (!stopped && done < rounds) await Promise.race([pause(REST_MS), running]);
    },
    async stop() {
      stopped = true;
      await running;
      return result();
    },
  };
}

/**
 * Writes of every kind to a merchant's products, by turns: new ones (`written-<n>`), changes of those given, deletions of
 * given and of new ones, and a membership of each new one in a collection. Resolves to how many rounds there were.
 */
export function startWriting(
  { catalogue }: TestService,
  merchantId: string,
  givenIds: readonly string[],
): Traffic<number> {
  let rounds = 0;
  return repeat(
    async (count) => {
      const givenId = givenIds[(count * 7) % givenIds.length] as string;
      const newId = `written-${count}`;
      await catalogue.products.insertOne(product(newId, merchantId) as never);
      await catalogue.memberships.insertOne(membership('written', newId, merchantId) as never);
      await catalogue.products.updateOne({ _id: givenId }, { $set: { title: `Changed in round ${count}` } });
      if (count % 3 === 0) await catalogue.products.deleteOne({ _id: `written-${count - 2}` });
      if (count % 10 === 0) await catalogue.products.deleteOne({ _id: givenIds[count / 10] as string });
      rounds = count + 1;
    },
    () => rounds,
  );
}

export interface Searched {
  readonly searches: number;
  /** Errors, and answers with fewer hits than there must be. */
  readonly failures: readonly string[];
}

/** Searches the live index of a merchant that always has at least so many products. */
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

/** Changes of the given products that no search document shows. Resolves to how many there were. */
export function startTouching({ catalogue }: TestService, ids: readonly string[]): Traffic<number> {
  let touched = 0;
  return repeat(
    async (count) => {
      const _id = ids[count % ids.length] as string;
      await catalogue.products.updateOne({ _id }, { $set: { updatedAt: new Date(count) } });
      touched = count + 1;
    },
    () => touched,
  );
}

/** Gives a merchant one status after the other, many times a second. Resolves to how often; the last status stays. */
export function startFlipping(
  { catalogue }: TestService,
  merchantId: string,
  statuses: readonly string[],
): Traffic<number> {
  let flips = 0;
  return repeat(
    async () => {
      for (const status of statuses) await catalogue.merchants.updateOne({ _id: merchantId }, { $set: { status } });
      await pause(FLIP_MS);
      flips += 1;
    },
    () => flips,
  );
}
