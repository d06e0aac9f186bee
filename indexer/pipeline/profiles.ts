/** What differs between the pipeline of the live index and that of an index that is being built. */

export interface PipelineProfile {
  /** Write documents that the index has already. */
  readonly writesUnchanged: boolean;
  /** Batches in flight. */
  readonly windowSize: number;
  /** Products of a fan-out in one batch. */
  readonly chunkSize: number;
  /** What one batch brings at most, but for its last document. */
  readonly limitBytes: number;
  /** The least time from one batch of changes to the next. A thousand changes don't wait for it. */
  readonly intervalMs: number;
}

/** Each write costs the engine some 35 ms of CPU, whatever it brings: four a second leave it time for searches. */
export const LIVE: PipelineProfile = {
  ...{ writesUnchanged: false, windowSize: 1, chunkSize: 1000, limitBytes: 8_000_000, intervalMs: 250 },
};

export const REBUILD: PipelineProfile = {
  ...{ writesUnchanged: true, windowSize: 4, chunkSize: 2000, limitBytes: 8_000_000, intervalMs: 250 },
};
