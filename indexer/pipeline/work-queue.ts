/**
 * The work of a pipeline: pending changes and requested rewrites, and before them the work that was put back: products
 * that did not fit a batch, and batches that were in flight when a task failed.
 */
import type { ResumeToken } from 'mongodb';
import { Interrupted } from '../interruption.ts';
import { NO_WAIT } from '../source/change-feed.ts';
import type { PendingChanges } from '../source/pending-changes.ts';
import type { Work } from './batch.ts';
import type { PipelineOptions } from './options.ts';
import type { Rewrite } from './rewrites.ts';

export interface WorkQueue {
  /** Returns the first work that was put back; undefined when there is none. */
  takePutBack(): Work | undefined;
  /**
   * Takes the pending changes and rewrites. Waits for them for up to a second, unless fan-outs are pending or writes
   * are in flight. Throws Interrupted, or what the engines throw.
   */
  take(busy: { readonly hasFanOuts: boolean; readonly isWriting: boolean }, signal: AbortSignal): Promise<Taken>;
  putBack(...work: readonly Work[]): void;
  /** Called when nothing is in flight. Taken work is then done, unless it was put back. */
  onIdle(): void;
  /** Returns whether no work is pending or in progress. */
  isCaughtUp(): boolean;
  /** Returns the age of the oldest change that is pending or in progress, in ms; null when unknown. */
  lagMs(): number | null;
}

/** `nothing`: there is no change, rewrite or fan-out up to the token. */
export type Taken =
  | { readonly kind: 'work'; readonly work: Work }
  | { readonly kind: 'nothing'; readonly token: ResumeToken };

const IDLE_WAIT_MS = 1000;

export function createWorkQueue({ feed, rewrites, profile }: PipelineOptions): WorkQueue {
  const queue: Work[] = [];
  /** The oldest changes in progress; null when there are none. */
  let inProgress: PendingChanges | null = null;
  let takenMs = Number.NEGATIVE_INFINITY;
  let polledMs = Number.NEGATIVE_INFINITY;

  /** Resolves to the pending rewrites. Queries MongoDB at most once a second, unless there are many. */
  async function dueRewrites(): Promise<readonly Rewrite[]> {
    if (rewrites === null || performance.now() - polledMs < IDLE_WAIT_MS) return [];
    const due = await rewrites.due(profile.chunkSize);
    if (due.length < profile.chunkSize) polledMs = performance.now();
    return due;
  }

  return {
    takePutBack: () => queue.shift(),

    async take({ hasFanOuts, isWriting }, signal) {
      const due = await dueRewrites();
      const isBusy = due.length > 0 || hasFanOuts || isWriting;
      const wait = isBusy ? NO_WAIT : { waitMs: IDLE_WAIT_MS, notBeforeMs: takenMs + profile.intervalMs };
      const changes = await feed.take(wait, signal);
      if (changes.events === 0 && due.length === 0 && !hasFanOuts) return { kind: 'nothing', token: changes.token };
      if (changes.everything !== null) throw new Interrupted('source dropped', changes.everything);
      takenMs = performance.now();
      if (changes.events > 0) inProgress ??= changes;
      return { kind: 'work', work: { changes, rewrites: due, isAlone: false, rejection: null } };
    },

    putBack(...work) {
      queue.unshift(...work);
    },

    onIdle() {
      if (queue.length === 0) inProgress = null;
    },

    isCaughtUp: () => inProgress === null && queue.length === 0 && feed.isCaughtUp(),
    lagMs: () => (inProgress === null ? feed.lagMs() : feed.ageMs(inProgress)),
  };
}
