/** Counters of a pipeline. */
import type { Batch } from './batch.ts';

export interface Progress {
  readonly events: number;
  /** The number of documents. */
  readonly written: number;
  readonly deleted: number;
  /** The documents that were not written, because the index has the same. */
  readonly unchanged: number;
  readonly deadLettered: number;
  /** The products that fan-outs have visited. */
  readonly fanOutProducts: number;
}

export const NO_PROGRESS: Progress = {
  ...{ events: 0, written: 0, deleted: 0, unchanged: 0, deadLettered: 0, fanOutProducts: 0 },
};

/**
 * Returns the progress of a batch that is in the index. `rejected`: the number of documents that the engine rejected.
 */
export const progressOf = ({ work, counts, unreadable, fanOutProducts }: Batch, rejected: number): Progress => ({
  events: work.changes.events,
  written: counts.written - rejected,
  deleted: counts.deleted,
  unchanged: counts.unchanged,
  deadLettered: unreadable.length + rejected,
  fanOutProducts,
});

export const addProgress = (one: Progress, other: Progress): Progress => ({
  events: one.events + other.events,
  written: one.written + other.written,
  deleted: one.deleted + other.deleted,
  unchanged: one.unchanged + other.unchanged,
  deadLettered: one.deadLettered + other.deadLettered,
  fanOutProducts: one.fanOutProducts + other.fanOutProducts,
});
