/**
 * Queries both engines every five seconds for values that following doesn't provide: dead letters, the engine's queue,
 * the oplog window, the age of the checkpoint, and whether the index exists. A failed query makes its value null.
 * Nothing here throws.
 */
import type { Db, Timestamp } from 'mongodb';
import { sleep } from '../../src/runtime/retry.ts';
import type { IndexerContext } from '../context.ts';
import { primaryTimeMs } from '../source/server-clock.ts';
import { faultOfIndex } from './health.ts';
import type { Observation } from './metrics.ts';

const INTERVAL_MS = 5000;
const OPLOG_TIMEOUT_MS = 2000;

/**
 * Observes now and then every five seconds, until the signal aborts. `checkpointAt` returns the time of the live index's
 * checkpoint by MongoDB's clock; null when unknown.
 */
export async function keepObserving(
  indexer: IndexerContext,
  checkpointAt: () => Date | null,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    const observation = await observe(indexer, checkpointAt);
    if (!until.aborted) indexer.metrics.observed(observation);
    await sleep(INTERVAL_MS, until);
  }
}

async function observe(indexer: IndexerContext, checkpointAt: () => Date | null): Promise<Observation> {
  const { database, meilisearch, deadLetters } = indexer;
  const [letters, queuedTasks, nowMs, oldestMs, fault] = await Promise.all([
    orNull(deadLetters.count()),
    orNull(meilisearch.tasks.getTasks({ statuses: ['enqueued', 'processing'], limit: 1 }).then(({ total }) => total)),
    // The primary also dates its oplog.
    orNull(primaryTimeMs(database)),
    orNull(oldestChangeMs(database)),
    orNull(faultOfIndex(indexer).then((reason) => ({ reason }))),
  ]);
  const ageMs = (timeMs: number | null) => (nowMs === null || timeMs === null ? null : Math.max(0, nowMs - timeMs));
  return {
    deadLetters: letters,
    queuedTasks,
    oplogWindowMs: ageMs(oldestMs),
    checkpointAgeMs: ageMs(checkpointAt()?.getTime() ?? null),
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
