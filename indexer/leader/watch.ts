/**
 * The periodic checks of a leader, also during a rebuild that takes hours: is the live index still followed, did another
 * process write to its indexes or somebody change their settings, is MongoDB still the same, does another MongoDB's
 * rebuild exist beside the index, did an operator pause the indexer? It also raises the restore mark, removes tombstones,
 * and deletes the previous index on request.
 */
import type { Mark } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import { Interrupted } from '../interruption.ts';
import type { Jobs } from '../operations/jobs.ts';
import type { FollowedIndex } from '../pipeline/follow.ts';
import { dropIfRequested } from '../rebuild/previous-index.ts';
import { foreignRebuild } from '../rebuild/reclaim.ts';
import { assertSameSource } from '../source/source-identity.ts';
import type { LiveIndex } from './live-index.ts';
import { createSettingsWatch } from './settings-watch.ts';

export interface Watch {
  /**
   * Starts the intervals of the checks. `source`: the identity of the MongoDB that the indexes are built from. `mark`:
   * the restore mark that MongoDB holds now.
   */
  start(source: string, mark: Mark): void;
  /**
   * Runs the checks that are due, or all of them with `now`, for the live index if it is followed, and for the index
   * that is being built, if any. Throws Interrupted when the leader must react, or what the engines throw.
   */
  check(building: FollowedIndex | null, now?: boolean): Promise<void>;
  /** The identity that `start` got. Throws before. */
  source(): string;
  /** The mark that MongoDB holds. Every checkpoint carries it. Throws before `start`. */
  mark(): Mark;
  /**
   * Why a rebuild beside the index belongs to another MongoDB or program; null when none does. The leader still follows
   * its own index.
   */
  foreignRebuild(): string | null;
}

const INDEXES_EVERY_MS = 1000;
const SOURCE_EVERY_MS = 10_000;
const SWEEP_EVERY_MS = 60_000;

/** `sweepEveryMs`: the minimum interval between two removals of tombstones; for tests. */
export function createWatch(
  context: LeaderContext,
  live: Pick<LiveIndex, 'followed'>,
  sweepEveryMs = SWEEP_EVERY_MS,
): Watch {
  const { database, index, indexName, jobs, marks, logger } = context;
  const restoreSettings = createSettingsWatch(context);
  let taken: { readonly source: string; readonly mark: Mark } | null = null;
  let foreign: string | null = null;
  let [indexesMs, sourceMs, sweptMs] = [0, 0, 0];

  function known() {
    if (taken === null) throw new Error('the leader has not taken over the index');
    return taken;
  }

  async function checkIndexes(followed: readonly FollowedIndex[]): Promise<void> {
    await assertNotPaused(jobs);
    for (const each of followed) await each.assertUnchanged();
    await dropIfRequested(context);
  }

  /** Checks the identity of MongoDB, because the driver reconnects the stream to any MongoDB at the same address. */
  async function checkSource(followed: readonly FollowedIndex[]): Promise<void> {
    const { source, mark: before } = known();
    await assertSameSource(database, source);
    const mark = await marks.advance(before);
    taken = { source, mark };
    for (const { pipeline } of followed) pipeline.setMark(mark);
    const found = await foreignRebuild(context);
    if (found !== null && found !== foreign) logger.warn({ index: indexName }, `left alone beside the index: ${found}`);
    foreign = found;
  }

  return {
    source: () => known().source,
    mark: () => known().mark,
    foreignRebuild: () => foreign,

    start(source, mark) {
      taken = { source, mark };
      foreign = null;
      indexesMs = Number.NEGATIVE_INFINITY;
      sourceMs = performance.now();
      sweptMs = performance.now();
    },

    async check(building, now = false) {
      const followed = [live.followed(), building].filter((each) => each !== null);
      for (const each of followed) each.assertFollowed();
      const isDue = (lastMs: number, everyMs: number) => now || performance.now() - lastMs > everyMs;
      if (isDue(indexesMs, INDEXES_EVERY_MS)) {
        await checkIndexes(followed);
        indexesMs = performance.now();
      }
      if (isDue(sourceMs, SOURCE_EVERY_MS)) {
        await checkSource(followed);
        for (const each of followed) await restoreSettings(each.indexName);
        sourceMs = performance.now();
      }
      if (performance.now() - sweptMs > sweepEveryMs) {
        for (const each of followed) await index.sweep(each.indexName);
        sweptMs = performance.now();
      }
    },
  };
}

/** Throws Interrupted `paused` while an operator has paused the indexer. */
export async function assertNotPaused(jobs: Jobs): Promise<void> {
  const pausedAt = await jobs.pausedAt();
  if (pausedAt !== null) throw new Interrupted('paused', `paused by an operator since ${pausedAt.toISOString()}`);
}
