/**
 * What the leader does until its lease ends: follows the live index, and builds it anew where that is needed.
 *
 * States: preparing (waits for the tasks of an earlier leader, looks at what is there), following (the live index is
 * followed), rebuilding (a second index fills beside it; without a usable live one, searches wait for it).
 */
import type { Meilisearch } from 'meilisearch';
import type { Db, MongoClient } from 'mongodb';
import type { Logger } from '../../src/platform/logger.ts';
import { tokenTimeMs } from '../../src/platform/resume-token.ts';
import { pause } from '../../src/platform/retry.ts';
import { createProductLoader } from '../documents/product-loader.ts';
import { createIndexClient } from '../engine/index-client.ts';
import { keepPurging } from '../engine/purge.ts';
import type { IndexerMetrics } from '../operations/metrics.ts';
import { keepObserving } from '../operations/observe.ts';
import type { Repairs } from '../operations/repairs.ts';
import { isMetBy, isOpen, type ReindexRequests } from '../operations/requests.ts';
import type { DeadLetters } from '../pipeline/dead-letters.ts';
import { RebuildNeeded } from '../pipeline/pipeline.ts';
import { discard, rebuild, rebuildName } from '../rebuild/rebuild.ts';
import { RebuildRefused } from '../rebuild/swap-checks.ts';
import { LostPosition } from '../source/lost-position.ts';
import { sourceOf } from '../source/source-identity.ts';
import type { LeaderReport, Lease } from './lease.ts';
import { createLiveIndex, type LiveIndexOptions } from './live-index.ts';
import type { Standbys } from './standbys.ts';

export interface LeaderOptions {
  readonly mongo: MongoClient;
  readonly database: Db;
  readonly meilisearch: Meilisearch;
  readonly indexName: string;
  /** This process, unique among all. */
  readonly holder: string;
  readonly standbys: Standbys;
  readonly requests: ReindexRequests;
  readonly repairs: Repairs;
  /** Of the live index. */
  readonly deadLetters: DeadLetters;
  /** How long changes of the live index gather that came while a write was under way. */
  readonly gatherMs: number;
  /** How long finished tasks stay in the engine. */
  readonly tasksKeptMs: number;
  readonly onLostPosition: 'rebuild' | 'stop';
  readonly metrics: IndexerMetrics;
  readonly logger: Logger;
}

/** The live index is not followed any more while another is built beside it. */
class LiveFailed extends Error {}

const WATCH_MS = 1000;
/** That nothing has changed is told less often. */
const REPORT_ANYWAY_MS = 2500;

/** Leads until the lease or the signal ends. Throws StoppedByPolicy, or what the engines throw. */
export async function lead(options: LeaderOptions, lease: Lease, stopping: AbortSignal): Promise<void> {
  const { mongo, database, meilisearch, indexName, logger, metrics } = options;
  const signal = AbortSignal.any([lease.signal, stopping]);
  const index = createIndexClient({
    client: meilisearch,
    logger,
    mayWrite: lease.assertHeld,
    signal,
    onTask: metrics.task,
  });
  const reader = createProductLoader(mongo, database);
  const leadership = createLeadership({ ...options, index, reader, lease, signal });
  const beside = new AbortController();
  const until = AbortSignal.any([signal, beside.signal]);
  try {
    void keepObserving({ ...options, onObserved: metrics.observe }, until);
    // What an earlier leader was building goes on from what is done; changes must not wait for the rest.
    await index.cancelWaiting(rebuildName(indexName));
    await index.waitForQueue();
    const indexNames = [indexName, rebuildName(indexName)];
    void keepPurging({ client: meilisearch, indexNames, keptMs: options.tasksKeptMs, logger, signal: until });
    await leadership.run();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    beside.abort();
    await leadership.stop();
  }
}

function createLeadership(options: LiveIndexOptions) {
  const { indexName, lease, signal, logger, metrics, requests, database } = options;
  const live = createLiveIndex(options);
  let rebuilding: { done: number; total: number } | null = null;
  let lastReport = { text: '', atMs: Number.NEGATIVE_INFINITY };

  /** Why an operator's request needs the index to be built anew, or null; one that is met already is noted as done. */
  async function reasonOfRequest(): Promise<string | null> {
    const request = await requests.current();
    if (!isOpen(request)) return null;
    if (!isMetBy(request, live.generation())) return 'an operator asked for it';
    await requests.update(request.requestId, { state: 'done', finishedAt: new Date() });
    return null;
  }

  /** Builds the index anew and follows it. Resolves to why that has to be done once more, or null. */
  async function rebuildFor(reason: string): Promise<string | null> {
    logger.info({ index: indexName, reason }, 'building the index anew');
    const source = await sourceOf(database);
    const liveGeneration = live.generation();
    const request = await requests.current();
    const tell = async (change: Parameters<typeof requests.update>[1]) => {
      if (isOpen(request)) await requests.update(request.requestId, change);
    };
    const telling = setInterval(() => {
      void tell(rebuilding ?? {}).catch(() => undefined);
    }, WATCH_MS);
    try {
      await tell({ state: 'running', generation: liveGeneration + 1 });
      const onProgress = (done: number, total: number) => {
        rebuilding = { done: Math.min(done, total), total };
        metrics.rebuild(rebuilding);
      };
      const { epoch } = lease;
      const stopLive = live.stop;
      const liveLagMs = () => live.sync()?.changesWaitMs() ?? null;
      const assertGoesOn = () => {
        if (!live.hasFailed()) return;
        logger.warn({ index: indexName }, 'the live index is followed no more: that comes before the rebuild');
        throw new LiveFailed();
      };
      const of = { source, epoch, liveGeneration, liveLagMs, stopLive, onProgress, assertGoesOn };
      const position = await rebuild({ ...options, ...of });
      await live.follow(position);
      await tell({ state: 'done', finishedAt: new Date(), ...rebuilding });
      return null;
    } catch (error) {
      // What is built so far stays, and is gone on with.
      if (error instanceof LiveFailed) return (await live.failure()) ?? reason;
      return await rebuildFailed(error, tell);
    } finally {
      clearInterval(telling);
      rebuilding = null;
      metrics.rebuild(null);
    }
  }

  async function rebuildFailed(
    error: unknown,
    tell: (change: { state: 'failed'; finishedAt: Date; reason: string }) => Promise<void>,
  ) {
    if (error instanceof RebuildNeeded || error instanceof LostPosition) {
      await discard(options);
      return error.message;
    }
    if (!(error instanceof RebuildRefused)) throw error;
    logger.error(error.message);
    await discard(options);
    await tell({ state: 'failed', finishedAt: new Date(), reason: error.message });
    if (live.sync() === null) throw error;
    return null;
  }

  async function report(): Promise<void> {
    const sync = live.sync();
    const lagMs = sync?.lagMs() ?? null;
    const position = sync?.position();
    const positionMs = position === undefined ? null : tokenTimeMs(position.token);
    const progress = sync?.progress() ?? null;
    const backlog = position?.backlog.length ?? 0;
    const backlogWaitsMs = sync?.backlogWaitsMs() ?? 0;
    metrics.follow({ lagMs, positionMs, progress, backlog, backlogWaitsMs });
    const said: LeaderReport = {
      state: rebuilding !== null ? 'rebuilding' : sync === null ? 'starting' : 'following',
      lagMs,
      checkpointAt: positionMs === null ? null : new Date(positionMs),
      fanOuts: backlog,
      fanOutsWaitMs: backlogWaitsMs,
      generation: live.generation(),
      progress,
      rebuild: rebuilding,
    };
    const text = JSON.stringify(said);
    if (text === lastReport.text && performance.now() - lastReport.atMs < REPORT_ANYWAY_MS) return;
    lastReport = { text, atMs: performance.now() };
    await lease.report(said);
  }

  /** Reports by itself, so that the lag is seen to rise also while everything else waits for an engine. */
  async function keepReporting(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await report().catch((error: unknown) => logger.warn({ err: error }, 'the report could not be left'));
      await pause(WATCH_MS, until);
    }
  }

  async function work(): Promise<void> {
    let reason = await live.takeOver(await sourceOf(database));
    while (!signal.aborted) {
      reason ??= await reasonOfRequest();
      if (reason !== null) {
        reason = await rebuildFor(reason);
        continue;
      }
      reason = (await live.failure()) ?? (await live.watchForStrangers()) ?? (await live.watchForAnotherSource());
      if (reason === null) await pause(WATCH_MS, signal);
    }
  }

  return {
    async run(): Promise<void> {
      const ended = new AbortController();
      void keepReporting(AbortSignal.any([signal, ended.signal]));
      try {
        await work();
      } finally {
        ended.abort();
      }
    },
    stop: live.stop,
  };
}
