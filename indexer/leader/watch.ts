/**
 * The periodic checks of a leader, also during a rebuild that takes hours: is the live index still followed, did another
 * process write to its indexes or somebody change their settings, is MongoDB still the same, does another MongoDB's
 * rebuild exist beside the index, did an operator pause the indexer? It also raises the restore mark, removes tombstones,
 * and deletes the previous index on request.
 */
import type { Mark } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import { Interrupted } from '../interruption.ts';
import type { FollowedIndex } from '../pipeline/follow.ts';
import { dropIfRequested } from '../rebuild/previous-index.ts';
import { foreignRebuild } from '../rebuild/reclaim.ts';
import type { Jobs } from '../requests/jobs.ts';
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
   * Runs the checks that are due, for the live index if it is followed, and for the index that is being built, if any.
   * Throws Interrupted when the leader must react, or what the engines throw.
   */
  checkDue(building: FollowedIndex | null): Promise<void>;
  /** Runs all checks, as `checkDue` does. */
  checkAll(building: FollowedIndex | null): Promise<void>;
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

type WatchContext = Pick<LeaderContext, 'database' | 'index' | 'indexName' | 'jobs' | 'marks' | 'logger'>;

/** `sweepEveryMs`: the minimum interval between two removals of tombstones. */
export function createWatch(
  context: WatchContext,
  live: Pick<LiveIndex, 'followed'>,
  sweepEveryMs = SWEEP_EVERY_MS,
): Watch {
  const { database, index, indexName, jobs, marks, logger } = context;
  const restoreSettings = createSettingsWatch(context);
  let taken: { readonly source: string; readonly mark: Mark } | null = null;
  let foreign: string | null = null;
  let [indexesAtMs, sourceAtMs, sweptAtMs] = [0, 0, 0];

  function known() {
    if (taken === null) throw new Error('the leader has not taken over the index');
    return taken;
  }

  /** Returns the indexes that are followed. Throws the error that ended following one of them. */
  function followedWith(building: FollowedIndex | null): readonly FollowedIndex[] {
    const followed = [live.followed(), building].filter((each) => each !== null);
    for (const each of followed) each.assertFollowed();
    return followed;
  }

  async function checkIndexes(followed: readonly FollowedIndex[]): Promise<void> {
    await assertNotPaused(jobs);
    for (const each of followed) await each.assertUnchanged();
    await dropIfRequested(context);
    indexesAtMs = performance.now();
  }

  /** Checks the identity of MongoDB, because the driver reconnects the stream to any MongoDB at the same address. */
  async function checkSourceAndSettings(followed: readonly FollowedIndex[]): Promise<void> {
    const { source, mark: before } = known();
    await assertSameSource(database, source);
    const mark = await marks.advance(before);
    taken = { source, mark };
    for (const { pipeline } of followed) pipeline.setMark(mark);
    const found = await foreignRebuild(context, source);
    if (found !== null && found !== foreign) logger.warn({ index: indexName }, `left alone beside the index: ${found}`);
    foreign = found;
    for (const each of followed) await restoreSettings(each.indexName);
    sourceAtMs = performance.now();
  }

  async function sweep(followed: readonly FollowedIndex[]): Promise<void> {
    for (const each of followed) await index.sweep(each.indexName);
    sweptAtMs = performance.now();
  }

  const isDue = (lastAtMs: number, everyMs: number) => performance.now() - lastAtMs > everyMs;

  return {
    source: () => known().source,
    mark: () => known().mark,
    foreignRebuild: () => foreign,

    start(source, mark) {
      taken = { source, mark };
      foreign = null;
      indexesAtMs = Number.NEGATIVE_INFINITY;
      sourceAtMs = performance.now();
      sweptAtMs = performance.now();
    },

    async checkDue(building) {
      const followed = followedWith(building);
      if (isDue(indexesAtMs, INDEXES_EVERY_MS)) await checkIndexes(followed);
      if (isDue(sourceAtMs, SOURCE_EVERY_MS)) await checkSourceAndSettings(followed);
      if (isDue(sweptAtMs, sweepEveryMs)) await sweep(followed);
    },

    async checkAll(building) {
      const followed = followedWith(building);
      await checkIndexes(followed);
      await checkSourceAndSettings(followed);
    },
  };
}

/** Throws Interrupted `paused` while an operator has paused the indexer. */
export async function assertNotPaused(jobs: Jobs): Promise<void> {
  const pausedAt = await jobs.pausedAt();
  if (pausedAt !== null) throw new Interrupted('paused', `paused by an operator since ${pausedAt.toISOString()}`);
}
