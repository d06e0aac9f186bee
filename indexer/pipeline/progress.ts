/** Counters of a pipeline. */

export interface Progress {
  readonly events: number;
  /** The number of documents. */
  readonly written: number;
  readonly deleted: number;
  /** The documents that were not written, because the index has the same. */
  readonly unchanged: number;
  readonly deadLettered: number;
  /** The products that fan-outs have loaded. */
  readonly fanOutProducts: number;
}

export const NO_PROGRESS: Progress = {
  events: 0,
  written: 0,
  deleted: 0,
  unchanged: 0,
  deadLettered: 0,
  fanOutProducts: 0,
};

export const addProgress = (one: Progress, other: Progress): Progress => ({
  events: one.events + other.events,
  written: one.written + other.written,
  deleted: one.deleted + other.deleted,
  unchanged: one.unchanged + other.unchanged,
  deadLettered: one.deadLettered + other.deadLettered,
  fanOutProducts: one.fanOutProducts + other.fanOutProducts,
});
