/** The steps of a leader and their shared context. */
import type { LeaderContext } from '../context.ts';
import type { LeaderReport } from '../leader-report.ts';
import type { LiveIndex } from './live-index.ts';
import type { Watch } from './watch.ts';

/** The next step of a leader. */
export type Step =
  /** Assesses the live index. */
  | { readonly kind: 'take over' }
  | { readonly kind: 'follow' }
  | RebuildStep
  /** The live index can't be followed, and the new one was refused. */
  | { readonly kind: 'wait'; readonly reason: string }
  | { readonly kind: 'paused'; readonly reason: string }
  | LeadershipEnd;

export interface RebuildStep {
  readonly kind: 'rebuild';
  readonly reason: string;
  /** Allows the swap of an index with fewer than half the products, as an operator can; default: false. */
  readonly allowsFewer?: boolean;
}

/** The last step: why a leader gives up the lease. */
export type LeadershipEnd =
  /** This process must not write to the index. Another process may lead. */
  | { readonly kind: 'stand by'; readonly reason: string }
  /** `ON_LOST_POSITION=stop`: an operator must decide. */
  | { readonly kind: 'stop'; readonly reason: string };

/** The context of all steps. */
export interface StepContext extends LeaderContext {
  readonly live: LiveIndex;
  /** Starts when the leader has taken over. */
  readonly watch: Watch;
  /** Sets the reported state of the leader and the progress of a rebuild. */
  readonly setState: (state: LeaderReport['state'], rebuild?: LeaderReport['rebuild']) => void;
}

export const POLL_MS = 1000;
