/**
 * The work of a pipeline: pending changes and requested rewrites, and before them the work that was put back: products
 * that did not fit a batch, and batches that were in flight when a task failed.
 */
import { Interrupted } from '../interruption.ts';
import type { Rewrite } from '../requests/rewrites.ts';
import { NO_WAIT } from '../source/change-feed.ts';
import type { PendingChanges } from '../source/pending-changes.ts';
import type { Work } from './batch.ts';
import type { PipelineOptions } from './options.ts';

interface WorkQueue {
  /** Returns the first work that was put back; undefined when there is none. */
  takePutBack(): Work | undefined;
  /**
   * Takes the pending changes and rewrites. Waits for them for up to a second, unless `mayWait` is false, and may
   * resolve to none. Throws Interrupted, or what the engines throw.
   */
  take(mayWait: boolean, signal: AbortSignal): Promise<Work>;
  putBack(...work: readonly Work[]): void;
  /** Called when nothing is in flight. Taken work is then done, unless it was put back. */
  onIdle(): void;
  /** Returns whether no work is pending or in progress. */
  isCaughtUp(): boolean;
  /** Returns the age of the oldest change that is pending or in progress, in ms; null when unknown. */
  lagMs(): number | null;
}

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

    async take(mayWait, signal) {
      const due = await dueRewrites();
      const waits = mayWait && due.length === 0;
      const wait = waits ? { waitMs: IDLE_WAIT_MS, notBeforeMs: takenMs + profile.intervalMs } : NO_WAIT;
      const changes = await feed.take(wait, signal);
      if (changes.rebuildReason !== null) throw new Interrupted('source dropped', changes.rebuildReason);
      if (changes.events > 0) {
        takenMs = performance.now();
        inProgress ??= changes;
      }
      return { changes, rewrites: due, isAlone: false };
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
