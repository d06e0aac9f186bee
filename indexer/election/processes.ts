/**
 * The running indexer processes, so that `status` can list the standbys and why one can't lead. Each process announces
 * itself in `indexer_processes` every 5 s. MongoDB's clock decides which announcements are current.
 */
import type { Collection, Db } from 'mongodb';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import type { IndexerProcess, ProcessState } from '../leader-report.ts';

export interface IndexerProcesses {
  /** Announces this process now and every 5 s. Ignores failures: the next announcement retries. */
  announce(state: ProcessState, reason: string | null): void;
  /** The reason of the last announcement. */
  reason(): string | null;
  /** Ends the announcements and removes this process from the list. Throws what the driver throws. */
  leave(): Promise<void>;
  /** The processes of this index that announced themselves within the last 15 s. Throws what the driver throws. */
  list(): Promise<readonly IndexerProcess[]>;
}

interface StoredProcess {
  readonly _id: string;
  readonly index: string;
  readonly version: number;
  readonly state: ProcessState;
  readonly reason: string | null;
  readonly seenAt: Date;
}

const ANNOUNCE_EVERY_MS = 5000;
const GONE_AFTER_MS = 15_000;
const REMOVE_AFTER_MS = 86_400_000;

/** `holder` names this process, as in its lease. `database` must read from the primary and write to a majority. */
export function createIndexerProcesses(database: Db, indexName: string, holder: string): IndexerProcesses {
  const processes: Collection<StoredProcess> = database.collection('indexer_processes');
  let announced: { readonly state: ProcessState; readonly reason: string | null } | null = null;
  let isCleanedUp = false;
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();

  async function send(): Promise<void> {
    if (announced === null) return;
    // `$literal`: a reason may begin with `$`.
    const fields = { $literal: { index: indexName, version: SCHEMA_VERSION, ...announced } };
    const replacement = { $mergeObjects: [fields, { _id: holder, seenAt: '$$NOW' }] };
    await processes.updateOne({ _id: holder }, [{ $replaceWith: replacement }], { upsert: true });
    if (isCleanedUp) return;
    await processes.deleteMany({ $expr: { $lt: ['$seenAt', { $subtract: ['$$NOW', REMOVE_AFTER_MS] }] } });
    isCleanedUp = true;
  }

  /** One announcement at a time, so that an older one can't overwrite a newer one. */
  function sendAndRepeat(): void {
    clearTimeout(timer);
    sending = sending
      .then(send)
      .catch(() => undefined)
      .then(() => {
        clearTimeout(timer);
        if (announced !== null) timer = setTimeout(sendAndRepeat, ANNOUNCE_EVERY_MS).unref();
      });
  }

  return {
    announce(state, reason) {
      announced = { state, reason };
      sendAndRepeat();
    },
    reason: () => announced?.reason ?? null,
    async leave() {
      announced = null;
      clearTimeout(timer);
      await sending;
      await processes.deleteOne({ _id: holder });
    },
    list: () =>
      processes
        .aggregate<IndexerProcess>([
          { $match: { index: indexName, $expr: { $gte: ['$seenAt', { $subtract: ['$$NOW', GONE_AFTER_MS] }] } } },
          { $sort: { _id: 1 } },
          {
            $project: {
              _id: 0,
              holder: '$_id',
              version: 1,
              state: 1,
              reason: 1,
              seenAgoMs: { $subtract: ['$$NOW', '$seenAt'] },
            },
          },
        ])
        .toArray(),
  };
}
