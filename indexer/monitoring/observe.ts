/**
 * Queries both engines every five seconds for values that following doesn't provide: dead letters, the engine's queue,
 * the oplog window, the age of the checkpoint, and whether the index exists. A failed query makes its value null.
 * Nothing here throws.
 */
import type { Meilisearch } from 'meilisearch';
import type { Db, Timestamp } from 'mongodb';
import { sleep } from '../../src/runtime/retry.ts';
import type { DeadLetters } from '../pipeline/dead-letters.ts';
import { primaryTimeMs } from '../source/server-clock.ts';
import { faultOfIndex } from './health.ts';

/** Null means unknown. */
export interface Observation {
  readonly deadLetters: number | null;
  /** The tasks of any sender that the engine has enqueued or is processing. */
  readonly queuedTasks: number | null;
  /** The age of the oldest change in the oplog. */
  readonly oplogWindowMs: number | null;
  readonly checkpointAgeMs: number | null;
  /** Whether the index exists with its settings. */
  readonly isIndexPresent: boolean | null;
}

interface ObserveOptions {
  readonly database: Db;
  readonly meilisearch: Meilisearch;
  readonly indexName: string;
  readonly deadLetters: DeadLetters;
  /** The time of the live index's checkpoint, in ms since 1970 by MongoDB's clock; null when unknown. */
  readonly checkpointTimeMs: () => number | null;
  readonly onObserved: (observation: Observation) => void;
}

const INTERVAL_MS = 5000;
const OPLOG_TIMEOUT_MS = 2000;

/** Observes now and then every five seconds, until the signal aborts. */
export async function keepObserving(options: ObserveOptions, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const observation = await observe(options);
    if (!until.aborted) options.onObserved(observation);
    await sleep(INTERVAL_MS, until);
  }
}

async function observe(options: ObserveOptions): Promise<Observation> {
  const { database, meilisearch, indexName, deadLetters, checkpointTimeMs } = options;
  const [letters, queuedTasks, nowMs, oldestMs, fault] = await Promise.all([
    orNull(deadLetters.count()),
    orNull(meilisearch.tasks.getTasks({ statuses: ['enqueued', 'processing'], limit: 1 }).then(({ total }) => total)),
    // The primary also dates its oplog.
    orNull(primaryTimeMs(database)),
    orNull(oldestChangeMs(database)),
    orNull(faultOfIndex(meilisearch, indexName).then((reason) => ({ reason }))),
  ]);
  const ageMs = (timeMs: number | null) => (nowMs === null || timeMs === null ? null : Math.max(0, nowMs - timeMs));
  return {
    deadLetters: letters,
    queuedTasks,
    oplogWindowMs: ageMs(oldestMs),
    checkpointAgeMs: ageMs(checkpointTimeMs()),
    isIndexPresent: fault === null ? null : fault.reason === null,
  };
}

const orNull = <T>(query: Promise<T>): Promise<T | null> => query.catch(() => null);

/** Requires the right to read the database `local`, and a connection to a replica set rather than to a router. */
async function oldestChangeMs(database: Db): Promise<number | null> {
  const oplog = database.client.db('local').collection<{ ts: Timestamp }>('oplog.rs');
  const oldest = await oplog.findOne({}, { sort: { $natural: 1 }, projection: { ts: 1 }, maxTimeMS: OPLOG_TIMEOUT_MS });
  return oldest === null ? null : oldest.ts.getHighBitsUnsigned() * 1000;
}
