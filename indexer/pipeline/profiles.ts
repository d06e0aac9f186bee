/** The settings of the pipeline of a live index and of an index that is being built. */

export interface PipelineProfile {
  /** Also write documents that the index already has. */
  readonly writesUnchanged: boolean;
  /** Returns the maximum number of batches in flight. */
  readonly windowSize: () => number;
  /** The maximum number of fan-out products per batch. */
  readonly chunkSize: number;
  /** The byte limit of a batch. The last document may exceed it. */
  readonly limitBytes: number;
  /** The minimum time between two batches of changes. */
  readonly intervalMs: number;
  /** How long the stored checkpoint may lag behind the confirmed one. */
  readonly storeEveryMs: number;
}

/** The settings of both. */
const COMMON = {
  limitBytes: 8_000_000,
  // Each write costs the engine CPU regardless of its size. Four per second leave CPU for searches.
  intervalMs: 250,
  storeEveryMs: 30_000,
};

export const LIVE: PipelineProfile = {
  ...COMMON,
  writesUnchanged: false,
  windowSize: () => 1,
  chunkSize: 1000,
};

export const REBUILD_CHUNK_SIZE = 2000;

/**
 * The engine merges the writes that wait for it, and a merged write costs less than its parts. So many writes in flight
 * make a rebuild fast, and one keeps the live index fresh: its changes wait for everything that was sent before them
 * (decision 0021).
 */
const WINDOW_SIZE = 5;
const WINDOW_SIZE_WHILE_LIVE_IS_BUSY = 1;

/** `isLiveBusy` returns whether changes wait for the live index. */
export const rebuildProfile = (isLiveBusy: () => boolean): PipelineProfile => ({
  ...COMMON,
  writesUnchanged: true,
  windowSize: () => (isLiveBusy() ? WINDOW_SIZE_WHILE_LIVE_IS_BUSY : WINDOW_SIZE),
  chunkSize: REBUILD_CHUNK_SIZE,
});
