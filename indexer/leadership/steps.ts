/** The steps of a leader, and what each of them works with. */
import type { LeaderContext } from '../context.ts';
import type { OperationChange } from '../operations/jobs.ts';
import type { LeaderReport } from '../operations/leader-report.ts';
import type { RestoreMarks } from '../source/restore-marks.ts';
import type { LiveIndex } from './live-index.ts';
import type { Watch } from './watch.ts';

/** Why a leader gives up the lease by itself. */
export type LeadershipEnd =
  /** The index is not this process's to write: another one may lead. */
  | { readonly kind: 'stand by'; readonly reason: string }
  /** `ON_LOST_POSITION=stop`: an operator has to decide. */
  | { readonly kind: 'stop'; readonly reason: string };

/** What a leader does next. */
export type Step =
  /** Looks at what is there. */
  | { readonly kind: 'take over' }
  | { readonly kind: 'follow' }
  | RebuildStep
  /** The live index can't be followed, and the new one was refused. */
  | { readonly kind: 'wait'; readonly reason: string }
  | { readonly kind: 'paused'; readonly reason: string }
  | { readonly kind: 'end'; readonly end: LeadershipEnd };

export interface RebuildStep {
  readonly kind: 'rebuild';
  readonly reason: string;
  /** A new index with fewer than half the products may be swapped in. */
  readonly allowsFewer: boolean;
}

/** What the steps work with, once the leader has taken over. */
export interface Leading {
  readonly context: LeaderContext;
  readonly live: LiveIndex;
  readonly marks: RestoreMarks;
  readonly watch: Watch;
  /** The identity of this MongoDB. */
  readonly source: string;
  /** Says what the leader is doing, and how far a rebuild is. */
  readonly show: (state: LeaderReport['state'], rebuild?: LeaderReport['rebuild']) => void;
}

/** Notes how an operation comes on. */
export type Tell = (change: OperationChange) => Promise<void>;

export const OPERATION_POLL_MS = 1000;
