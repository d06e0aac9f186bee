/** The leases in MongoDB, one document per index, with the last report of the holder. */
import type { Collection, Db, Document, Filter, UpdateFilter, UpdateResult } from 'mongodb';
import type { LeaderReport, LeaseState, RebuildFailure } from '../leader-report.ts';

export interface StoredLease {
  /** The name of the index. */
  readonly _id: string;
  readonly holder: string | null;
  readonly epoch: number;
  /** By MongoDB's clock, for readers of the lease. Another process may take it somewhat later (`lease.ts`). */
  readonly expiresAt: Date;
  /** `at` is MongoDB's time when it stored the report. */
  readonly report?: LeaderReport & { readonly at: Date };
  /** `at` is MongoDB's time, too. */
  readonly rebuildFailure?: RebuildFailure & { readonly at: Date };
}

export type Leases = Collection<StoredLease>;

/** Updates one lease if it fulfils the condition. Throws what the driver throws. */
export type LeaseUpdate = (
  change: UpdateFilter<StoredLease> | Document[],
  condition?: Filter<StoredLease>,
) => Promise<UpdateResult>;

/** `database` must read from the primary and write to a majority, as the one of `openIndexer` does. */
export const leaseCollection = (database: Db): Leases => database.collection('indexer_leases');

/** Reads the lease of an index; MongoDB's clock decides whether it's held. Throws what the driver throws. */
export async function readLease(leases: Leases, name: string): Promise<LeaseState> {
  // `$facet` returns one document, and so MongoDB's time, even where there is no lease.
  const [state] = await leases
    .aggregate<LeaseState>([
      { $match: { _id: name } },
      { $facet: { leases: [{ $limit: 1 }] } },
      { $set: { lease: { $first: '$leases' } } },
      {
        $project: {
          holder: { $ifNull: ['$lease.holder', null] },
          isHeld: {
            $and: [{ $ne: [{ $ifNull: ['$lease.holder', null] }, null] }, { $gt: ['$lease.expiresAt', '$$NOW'] }],
          },
          epoch: { $ifNull: ['$lease.epoch', 0] },
          report: { $ifNull: ['$lease.report', null] },
          reportAgeMs: { $subtract: ['$$NOW', '$lease.report.at'] },
          rebuildFailure: { $ifNull: ['$lease.rebuildFailure', null] },
          serverNowMs: { $toLong: '$$NOW' },
        },
      },
    ])
    .toArray();
  if (state === undefined) throw new Error(`MongoDB returned no state for the lease ${name}`);
  return state;
}
