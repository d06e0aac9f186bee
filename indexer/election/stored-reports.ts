/** What a leader stores in its lease for `status`, `/readyz` and `verify`. */
import type { LeaderReport, RebuildFailure } from '../leader-report.ts';
import type { LeaseUpdate } from './stored-lease.ts';

/** Every function throws what the driver throws. */
export interface StoredReports {
  /** Replaces the report of the leader. */
  store(report: LeaderReport): Promise<void>;
  /** Stores why a rebuild was not swapped in. */
  storeFailure(failure: RebuildFailure): Promise<void>;
  /** Removes the failure of a rebuild unless the live index still has this generation. */
  clearFailure(liveGeneration: number): Promise<void>;
}

/** The value with MongoDB's time as `at`. `$literal`: its texts may begin with `$`. */
const withTime = (value: object) => ({ $mergeObjects: [{ $literal: value }, { at: '$$NOW' }] });

/** `updateLease` updates the lease of the leader. */
export const createStoredReports = (updateLease: LeaseUpdate): StoredReports => ({
  async store(report) {
    await updateLease([{ $set: { report: withTime(report) } }]);
  },

  async storeFailure(failure) {
    await updateLease([{ $set: { rebuildFailure: withTime(failure) } }]);
  },

  async clearFailure(liveGeneration) {
    const isOutdated = { 'rebuildFailure.liveGeneration': { $ne: liveGeneration } };
    await updateLease({ $unset: { rebuildFailure: '' } }, isOutdated);
  },
});
