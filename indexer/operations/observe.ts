/** What the leader looks at now and then, beside its work, and tells Prometheus. What cannot be seen is not known. */
import type { Meilisearch } from 'meilisearch';
import type { Db, Timestamp } from 'mongodb';
import { pause } from '../../src/platform/retry.ts';
import type { DeadLetters } from '../pipeline/dead-letters.ts';
import { faultOfIndex } from './health.ts';

/** Null: not known. */
export interface Observation {
  readonly deadLetters: number | null;
  /** Tasks in the engine that wait or are in work, whoever sent them. */
  readonly queue: number | null;
  /** The time of the oldest change that MongoDB still has, in ms since 1970. */
  readonly oplogSinceMs: number | null;
  /** Whether the index stands there with its settings. */
  readonly isIndexPresent: boolean | null;
}

interface ObserveOptions {
  readonly database: Db;
  readonly meilisearch: Meilisearch;
  readonly indexName: string;
  readonly deadLetters: DeadLetters;
  readonly onObserved: (observation: Observation) => void;
}

const EVERY_MS = 5000;

/** Looks again and again until the signal. Throws nothing. */
export async function keepObserving(options: ObserveOptions, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const observation = await observe(options);
    if (!until.aborted) options.onObserved(observation);
    await pause(EVERY_MS, until);
  }
}

async function observe({ database, meilisearch, indexName, deadLetters }: ObserveOptions): Promise<Observation> {
  const [apart, queue, oplogSinceMs, isIndexPresent] = await Promise.all([
    deadLetters.count().catch(() => null),
    meilisearch.tasks.getTasks({ statuses: ['enqueued', 'processing'], limit: 1 }).then(
      ({ total }) => total,
      () => null,
    ),
    oldestChangeMs(database).catch(() => null),
    faultOfIndex(meilisearch, indexName).then(
      (fault) => fault === null,
      () => null,
    ),
  ]);
  return { deadLetters: apart, queue, oplogSinceMs, isIndexPresent };
}

/** Needs the right to read the database `local`, and a replica set rather than a router. */
async function oldestChangeMs(database: Db): Promise<number | null> {
  const oplog = database.client.db('local').collection<{ ts: Timestamp }>('oplog.rs');
  const oldest = await oplog.findOne(
    {},
    { sort: { $natural: 1 }, projection: { ts: 1 }, maxTimeMS: 2000, readPreference: 'primary' },
  );
  return oldest === null ? null : oldest.ts.getHighBitsUnsigned() * 1000;
}
