/** What a pipeline has done, in numbers. */
import type { Batch } from './batch.ts';

export interface Progress {
  /** Change events. */
  readonly events: number;
  /** Documents. */
  readonly written: number;
  readonly deleted: number;
  /** Documents that were not written, because the index has the same. */
  readonly unchanged: number;
  readonly deadLettered: number;
  /** Products that fan-outs have visited. */
  readonly fanOutProducts: number;
}

export const NO_PROGRESS: Progress = {
  ...{ events: 0, written: 0, deleted: 0, unchanged: 0, deadLettered: 0, fanOutProducts: 0 },
};

/** What a batch has done when it is in the index; of its documents `rejected` were refused by the engine. */
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
