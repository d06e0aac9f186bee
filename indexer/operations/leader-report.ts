/** What indexer processes say of themselves in MongoDB, and what `status`, `/readyz` and `verify` read of it. */
import type { Progress } from '../pipeline/progress.ts';

/** What a leader reports about itself, for `status`, `/readyz` and `verify`. */
export interface LeaderReport {
  /** `ready to swap`: a rebuilt index waits for `swap`. `waiting`: its swap was refused, and the live index isn't followed. */
  readonly state: 'starting' | 'following' | 'rebuilding' | 'ready to swap' | 'waiting' | 'paused';
  /** How far the live index is behind MongoDB; null: not known. */
  readonly lagMs: number | null;
  /** The cluster time of the live index's checkpoint; null: not known. */
  readonly checkpointAt: Date | null;
  /** Fan-outs whose products wait to be written. The lag doesn't count them. */
  readonly fanOuts: number;
  readonly fanOutsWaitMs: number;
  /** Merchants whose products are being written again on an operator's request. */
  readonly rewritingMerchants: readonly string[];
  readonly generation: number;
  /** Null: the live index isn't followed. */
  readonly progress: Progress | null;
  readonly rebuild: { readonly done: number; readonly total: number } | null;
  /** Why a rebuild beside the index is another MongoDB's, or not this program's; null when none is. */
  readonly foreignRebuild: string | null;
}

/** The lease of an index as MongoDB sees it at one moment. Every time in it is MongoDB's. */
export interface LeaseState {
  /** Who holds the lease, or held it last; null: it was released, or never taken. */
  readonly holder: string | null;
  /** Whether the lease has not expired. */
  readonly isHeld: boolean;
  /** 0: the lease was never taken. */
  readonly epoch: number;
  /** The last report of the holder. */
  readonly report: LeaderReport | null;
  /** How long ago MongoDB stored the report. */
  readonly reportAgeMs: number | null;
  readonly serverNowMs: number;
}

export type ProcessState = 'leading' | 'standing by';

export interface IndexerProcess {
  readonly holder: string;
  /** The schema version of the process; processes differ in it during a deploy. */
  readonly version: number;
  readonly state: ProcessState;
  /** Why the process can't lead; null: it can. */
  readonly reason: string | null;
  readonly seenAgoMs: number;
}

/** Reads the lease of the index. Throws what the driver throws. */
export type ReadLease = () => Promise<LeaseState>;
