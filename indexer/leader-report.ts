/** What indexer processes report in MongoDB, and `status`, `/readyz` and `verify` read. */
import type { Progress } from './pipeline/progress.ts';

/** The report of a leader. */
export interface LeaderReport {
  /**
   * `ready to swap`: the new index waits for `swap`. `waiting`: the swap was refused, and the live index isn't
   * followed.
   */
  readonly state: 'starting' | 'following' | 'rebuilding' | 'ready to swap' | 'waiting' | 'paused';
  /** The lag of the live index; null when unknown. */
  readonly lagMs: number | null;
  /** The cluster time of the live index's checkpoint; null when unknown. */
  readonly checkpointAt: Date | null;
  /** The live index has a checkpoint of this cluster time, or a later one. Null while it isn't followed. */
  readonly storedAt: Date | null;
  /** The number of pending fan-outs. The lag doesn't include them. */
  readonly fanOuts: number;
  readonly fanOutsWaitMs: number;
  /** The merchants whose products are being rewritten on an operator's request. */
  readonly rewritingMerchants: readonly string[];
  /** Whether these became one rewrite of all products, because too many fan-outs were pending. */
  readonly rewritesAll: boolean;
  /** Whether there is a live index. It may have no checkpoint. */
  readonly hasIndex: boolean;
  readonly generation: number;
  /** Null while the live index isn't followed. */
  readonly progress: Progress | null;
  readonly rebuild: { readonly done: number; readonly total: number } | null;
  /** Why a rebuild beside the index belongs to another MongoDB or program; null when none does. */
  readonly foreignRebuild: string | null;
  /** Whether Meilisearch rejected the last write because its disk is full. */
  readonly isEngineFull: boolean;
}

/** Why the last rebuild was not swapped in. */
export interface RebuildFailure {
  /** `refused`: the new index failed its checks. `not started`: ON_LOST_POSITION=stop ended the leader instead. */
  readonly result: 'failed' | 'refused' | 'not started';
  readonly reason: string;
  /** The generation of the live index that the rebuild should have replaced; 0 when there was none. */
  readonly liveGeneration: number;
}

/** The lease of an index at one moment. All times are MongoDB's. */
export interface LeaseState {
  /** The holder of the lease, or the last one; null when the lease was released or never taken. */
  readonly holder: string | null;
  /** Whether the lease has not expired. */
  readonly isHeld: boolean;
  /** 0 when the lease was never taken. */
  readonly epoch: number;
  /** The last report of the holder. */
  readonly report: LeaderReport | null;
  /** The time since MongoDB stored the report. */
  readonly reportAgeMs: number | null;
  /** Null when the live index was replaced since. Outlasts the leader. */
  readonly rebuildFailure: (RebuildFailure & { readonly at: Date }) | null;
  readonly serverNowMs: number;
}

export type ProcessState = 'leading' | 'standing by';

export interface IndexerProcess {
  readonly holder: string;
  /** The schema version of the process. Processes differ in it during a deploy. */
  readonly version: number;
  readonly state: ProcessState;
  /** Why the process can't lead, or that the leader writes to another Meilisearch; null when it's ready to lead. */
  readonly reason: string | null;
  readonly seenAgoMs: number;
}

/** Reads the lease of the index. Throws what the driver throws. */
export type ReadLease = () => Promise<LeaseState>;
