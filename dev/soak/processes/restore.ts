/**
 * Restores an engine in place from a snapshot of its data folder.
 *
 * A restored MongoDB is the same replica set at the same address, with older data. The indexer can detect this only by
 * the restore marks (`indexer/source/restore-marks.ts`), so the restore waits until the index has a newer mark than the
 * snapshot. A restored Meilisearch has an older index, with the checkpoint of that time.
 */
import { rm } from 'node:fs/promises';
import type { Db } from 'mongodb';
import {
  CHECKPOINTS,
  type CheckpointDocument,
  checkpointFromDocument,
  type Mark,
  oldestOf,
} from '../../../indexer/checkpoint/checkpoint.ts';
import { createRestoreMarks } from '../../../indexer/source/restore-marks.ts';
import { openMeilisearch } from '../../../src/engines/meilisearch.ts';
import { sleep } from '../../../src/runtime/retry.ts';
import { restoreSnapshot, takeSnapshot } from '../../engines/snapshots.ts';
import { messageOf } from '../../errors.ts';
import { untilSucceeds } from '../../waiting.ts';
import type { EventLog } from '../event-log.ts';
import type { Outages } from './outages.ts';
import type { SoakEngine, SoakProcesses } from './prepare.ts';

interface RestoreOptions extends Pick<SoakProcesses, 'mongod' | 'meilisearch' | 'variables'> {
  readonly database: Db;
  readonly indexName: string;
  readonly outages: Outages;
  readonly log: EventLog;
}

export interface Restores {
  /** Takes a snapshot and restores it later, unless the signal aborts before. Throws if MongoDB doesn't start again. */
  restoreMongodb(until: AbortSignal): Promise<void>;
  /** Takes a snapshot and restores it later, or at the signal. Throws if Meilisearch doesn't start again. */
  restoreMeilisearch(until: AbortSignal): Promise<void>;
  /** Fails the soak if the index still has a mark from before a restore. Throws what the engine throws. */
  checkDetected(): Promise<void>;
}

/** The time between the snapshot and its restore, with writes and checkpoints. */
const LOST_MS = 20_000;
/** After that time. */
const NEWER_MARK_WITHIN_MS = 100_000;
/** MongoDB's mark may increase between its read and the snapshot: every 10 s, and with each takeover. */
const NEWER_BY = 3;

export function createRestores(options: RestoreOptions): Restores {
  const { mongod, meilisearch, database, indexName, variables, outages, log } = options;
  const { MEILISEARCH_URL: url, MEILISEARCH_API_KEY: apiKey } = variables;
  const index = openMeilisearch({ url, apiKey }).index<CheckpointDocument>(indexName);
  const restoreMarks = createRestoreMarks(database, indexName);
  const lostEras = new Set<string>();

  /** Resolves to the live index's mark; to null if it has none. Throws what the engine throws. */
  async function indexMark(): Promise<Mark | null> {
    const { results } = await index.getDocuments({ filter: CHECKPOINTS, limit: 1000 });
    return oldestOf(results.flatMap((document) => checkpointFromDocument(document) ?? []))?.mark ?? null;
  }

  /** `work` ends the engine and starts it again. */
  async function whileOut<T>(engine: SoakEngine, work: (engine: SoakEngine) => Promise<T>): Promise<T> {
    outages.begin(engine.name);
    return await work(engine).finally(() => outages.end(engine.name));
  }

  /** Resolves to the index's mark once it is newer than the snapshot's; to null at the signal or after two minutes. */
  async function untilNewer(atSnapshot: Mark, until: AbortSignal): Promise<Mark | null> {
    await sleep(LOST_MS, until);
    const newerMark = async () => {
      const mark = await indexMark();
      if (mark !== null && (mark.era !== atSnapshot.era || mark.number >= atSnapshot.number + NEWER_BY)) return mark;
      throw new Error(`${JSON.stringify(mark)}, at the snapshot ${JSON.stringify(atSnapshot)}`);
    };
    return await untilSucceeds('no newer mark', NEWER_MARK_WITHIN_MS, newerMark, until).catch((error: unknown) => {
      if (!until.aborted) log.fail('the index got no newer restore mark', messageOf(error));
      return null;
    });
  }

  return {
    async restoreMongodb(until) {
      const atSnapshot = await restoreMarks.current().catch(() => null);
      if (atSnapshot === null) return log.record('no snapshot: MongoDB has no restore mark');
      const snapshot = await whileOut(mongod, takeSnapshot);
      log.print('snapshot of MongoDB taken', `at restore mark ${atSnapshot.number}`);
      const newer = await untilNewer(atSnapshot, until);
      if (newer === null) return await rm(snapshot, { recursive: true });
      await whileOut(mongod, (engine) => restoreSnapshot(engine, snapshot));
      lostEras.add(newer.era);
      log.print('MongoDB restored from the snapshot', `the index had restore mark ${newer.number}`);
    },

    async restoreMeilisearch(until) {
      const snapshot = await whileOut(meilisearch, takeSnapshot);
      log.print('snapshot of Meilisearch taken');
      await sleep(LOST_MS, until);
      await whileOut(meilisearch, (engine) => restoreSnapshot(engine, snapshot));
      log.print('Meilisearch restored from the snapshot');
    },

    async checkDetected() {
      const mark = await indexMark();
      if (mark === null || lostEras.has(mark.era))
        log.fail('a restore of MongoDB was not detected', `the index carries ${JSON.stringify(mark)}`);
    },
  };
}
