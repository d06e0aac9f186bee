/**
 * What the leader does until its lease ends: follows the live index, and builds it anew where that is needed.
 *
 * States: preparing (waits for the tasks of an earlier leader, looks at what is there), following (the live index is
 * followed), rebuilding (a second index fills beside it; without a usable live one, searches wait for it).
 */

import type { Meilisearch } from 'meilisearch';
import type { Db, MongoClient } from 'mongodb';
import type { Logger } from '../src/platform/logger.ts';
import { pause } from '../src/platform/retry.ts';
import { LostPosition } from './change-feed.ts';
import type { DeadLetters } from './dead-letters.ts';
import { type Followed, follow } from './follow.ts';
import { createIndexClient, IndexChanged, type IndexClient } from './index-client.ts';
import type { Lease } from './lease.ts';
import type { IndexerMetrics } from './metrics.ts';
import { keepObserving } from './observe.ts';
import { addToBacklog, type Position, tokenText, tokenTimeMs } from './position.ts';
import { createProductReader, type ProductReader } from './product-reader.ts';
import { keepPurging } from './purge.ts';
import { discard, RebuildRefused, rebuild, rebuildName, unfinished } from './rebuild.ts';
import type { Repairs } from './repairs.ts';
import { isMetBy, isOpen, type ReindexRequests } from './requests.ts';
import { SCHEMA } from './schema.ts';
import { sourceOf } from './source.ts';
import { RebuildNeeded } from './sync.ts';

export interface LeaderOptions {
  readonly mongo: MongoClient;
  readonly database: Db;
  readonly meilisearch: Meilisearch;
  readonly indexName: string;
  readonly requests: ReindexRequests;
  readonly repairs: Repairs;
  /** Of the live index. */
  readonly deadLetters: DeadLetters;
  /** How long finished tasks stay in the engine. */
  readonly tasksKeptMs: number;
  readonly onLostPosition: 'rebuild' | 'stop';
  readonly metrics: IndexerMetrics;
  readonly logger: Logger;
}

/** The position is lost and the operator wants to decide: the process ends with this. */
export class StoppedByPolicy extends Error {
  override readonly name = 'StoppedByPolicy';
  constructor(reason: string) {
    super(
      `The index cannot be followed any more: ${reason}. It goes on serving what it holds, but changes are missing. ` +
        'ON_LOST_POSITION=stop leaves the decision to you: run `reindex`, or set ON_LOST_POSITION=rebuild.',
    );
  }
}

const WATCH_MS = 1000;
const LIVE_PIECE_SIZE = 500;

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
  const reader = createProductReader(mongo, database);
  const leadership = createLeadership({ ...options, index, reader, lease, signal });
  const beside = new AbortController();
  const until = AbortSignal.any([signal, beside.signal]);
  try {
    void keepObserving({ ...options, onObserved: metrics.observe }, until);
    await index.waitForQueue();
    const indexNames = [indexName, rebuildName(indexName)];
    void keepPurging({ client: meilisearch, indexNames, keptMs: options.tasksKeptMs, logger, signal: until });
    await leadership.run();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    beside.abort();
    await leadership.stop();
    await reader.close();
  }
}

interface LeadershipOptions extends LeaderOptions {
  readonly index: IndexClient;
  readonly reader: ProductReader;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}

function createLeadership(options: LeadershipOptions) {
  const { indexName, index, reader, lease, signal, logger, metrics, requests, database } = options;
  const { epoch } = lease;
  let live: Followed | null = null;
  let generation = 0;
  /** Where this leader began to follow the live index; null before that. */
  let takenOver: Position | null = null;
  let rebuilding: { done: number; total: number } | null = null;

  async function stopLive(): Promise<void> {
    await live?.stop();
    live = null;
  }

  async function followLive(position: Position): Promise<void> {
    generation = position.generation;
    live = await follow({
      indexName,
      position,
      epoch,
      database,
      reader,
      index,
      logger,
      pieceSize: LIVE_PIECE_SIZE,
      repairs: options.repairs,
      signal,
    });
    takenOver ??= position;
    logger.info({ index: indexName, since: new Date(tokenTimeMs(position.token)) }, 'following');
  }

  /** Follows the live index where it can be followed; resolves to why it must be built anew, or null. */
  async function takeOver(source: string): Promise<string | null> {
    if (!(await index.exists(indexName))) return 'there is no index yet';
    const { position } = await index.readPosition(indexName);
    if (position === null)
      return await lost('the index holds no position: it was not made by this indexer, or emptied');
    generation = position.generation;
    if (position.source !== source) return await lost('the index was made from another database');
    const reason = await followOrLost(position);
    if (reason !== null) return reason;
    if (position.schema !== SCHEMA) return 'the settings or the mapping changed';
    const left = await unfinished({ ...options, source, liveGeneration: generation });
    return left === null ? null : 'a rebuild was interrupted';
  }

  /** The index can serve but not be followed. Resolves to the reason for a rebuild; throws where the operator wants to decide. */
  async function lost(reason: string): Promise<string> {
    if (options.onLostPosition === 'stop' && !isOpen(await requests.current())) throw new StoppedByPolicy(reason);
    return reason;
  }

  /** Follows from there; resolves to why the index must be built anew where that is not possible, or null. */
  async function followOrLost(position: Position): Promise<string | null> {
    try {
      await followLive(position);
      return null;
    } catch (error) {
      if (error instanceof LostPosition) return await lost(error.message);
      throw error;
    }
  }

  /**
   * A leader that did not know its end has written: what it wrote may be old, so go back to where it was. Its documents tell
   * where that is; a deletion can be of no time before this leader came, as it waited for all that was sent till then. Resolves to why the
   * index must be built anew where that is not possible, or null. Throws IndexChanged when the position is gone or older
   * than it was: then what else is missing is not known.
   */
  async function watchForStrangers(): Promise<string | null> {
    if (live === null) return null;
    const wasDeletedFrom = (await index.strangeDeletions()).has(indexName);
    const known = live.sync.position();
    const { position, epochs } = await index.readPosition(indexName);
    const strangers = epochs.filter((other) => other !== epoch);
    if (position === null || !epochs.includes(epoch)) throw new IndexChanged(indexName);
    if (strangers.length === 0 && tokenText(position.token) < tokenText(known.token)) throw new IndexChanged(indexName);
    if (strangers.length === 0 && !wasDeletedFrom) return null;
    logger.warn({ epochs: strangers, wasDeletedFrom }, 'an earlier leader wrote after its lease had ended: going back');
    await stopLive();
    if (!wasDeletedFrom || takenOver === null) return await followOrLost(position);
    await index.waitForQueue();
    const backlog = addToBacklog(position.backlog, takenOver.backlog);
    return await followOrLost({ ...position, token: takenOver.token, backlog });
  }

  /** Why the live index can no longer be followed as it is; null while it can. Throws any other failure. */
  async function failureOfLive(): Promise<string | null> {
    const failure = live?.failure();
    if (failure === undefined) return null;
    await stopLive();
    if (failure instanceof LostPosition) return await lost(failure.message);
    if (failure instanceof RebuildNeeded) return failure.message;
    throw failure;
  }

  /** Why an operator's request needs the index to be built anew, or null; one that is met already is noted as done. */
  async function reasonOfRequest(): Promise<string | null> {
    const request = await requests.current();
    if (!isOpen(request)) return null;
    if (!isMetBy(request, generation)) return 'an operator asked for it';
    await requests.update(request.requestId, { state: 'done', finishedAt: new Date() });
    return null;
  }

  /** Builds the index anew and follows it. Resolves to why that has to be done once more, or null. */
  async function rebuildFor(reason: string, source: string): Promise<string | null> {
    logger.info({ index: indexName, reason }, 'building the index anew');
    const request = await requests.current();
    const tell = async (change: Parameters<typeof requests.update>[1]) => {
      if (isOpen(request)) await requests.update(request.requestId, change);
    };
    const telling = setInterval(() => {
      void tell(rebuilding ?? {}).catch(() => undefined);
    }, WATCH_MS);
    try {
      await tell({ state: 'running', generation: generation + 1 });
      const onProgress = (done: number, total: number) => {
        rebuilding = { done: Math.min(done, total), total };
        metrics.rebuild(rebuilding);
      };
      const position = await rebuild({ ...options, source, epoch, liveGeneration: generation, stopLive, onProgress });
      await followLive(position);
      await tell({ state: 'done', finishedAt: new Date(), ...rebuilding });
      return null;
    } catch (error) {
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
    if (live === null) throw error;
    return null;
  }

  async function report(): Promise<void> {
    const lagMs = live?.sync.lagMs() ?? null;
    const position = live?.sync.position();
    const positionMs = position === undefined ? null : tokenTimeMs(position.token);
    const progress = live?.sync.progress() ?? null;
    metrics.follow({ lagMs, positionMs, progress, backlog: position?.backlog.length ?? 0 });
    await lease.report({
      state: rebuilding !== null ? 'rebuilding' : live === null ? 'starting' : 'following',
      lagMs,
      position: positionMs === null ? null : new Date(positionMs),
      backlog: position?.backlog.length ?? 0,
      generation,
      progress,
      rebuild: rebuilding,
    });
  }

  /** Reports by itself, so that the lag is seen to rise also while everything else waits for an engine. */
  async function keepReporting(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await report().catch((error: unknown) => logger.warn({ err: error }, 'the report could not be left'));
      await pause(WATCH_MS, until);
    }
  }

  async function work(): Promise<void> {
    const source = await sourceOf(database);
    let reason = await takeOver(source);
    while (!signal.aborted) {
      reason ??= await reasonOfRequest();
      if (reason !== null) {
        reason = await rebuildFor(reason, source);
        continue;
      }
      reason = await failureOfLive();
      if (reason !== null) continue;
      reason = await watchForStrangers();
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
    stop: stopLive,
  };
}
