/** The settings of the pipeline of a live index and of an index that is being built. */

export interface PipelineProfile {
  /** Also write documents that the index already has. */
  readonly writesUnchanged: boolean;
  /** The maximum number of batches in flight. */
  readonly windowSize: number;
  /** The maximum number of fan-out products per batch. */
  readonly chunkSize: number;
  /** The byte limit of a batch. The last document may exceed it. */
  readonly limitBytes: number;
  /** The minimum time between two batches of changes. A thousand pending changes don't wait for it. */
  readonly intervalMs: number;
}

/** Each write costs the engine some 35 ms of CPU regardless of its size. Four per second leave CPU for searches. */
export const LIVE: PipelineProfile = {
  ...{ writesUnchanged: false, windowSize: 1, chunkSize: 1000, limitBytes: 8_000_000, intervalMs: 250 },
};

export const REBUILD: PipelineProfile = {
  ...{ writesUnchanged: true, windowSize: 4, chunkSize: 2000, limitBytes: 8_000_000, intervalMs: 250 },
};
