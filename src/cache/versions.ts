/**
 * Versions of what lists and searches are made from: of the cache tags of each merchant's data, and of each product. Every write
 * that the change stream reports bumps those that it invalidates above all versions given before.
 *
 * A value is cached with the latest version from before its read, and is fresh as long as nothing that it was made from has a
 * higher one. So a value that was read before a write is stale once the stream has reported the write, whenever the value was
 * stored. That closes the race between a read and a write without a lock.
 *
 * States: connected (versions are given) and disconnected (the stream is down, silent, far behind MongoDB's newest write, or has not
 * begun: no version is given, and nothing may be served from a cache). Each time it connects, and with another primary, all
 * versions are new.
 */
import type { ChangeStream, ClientSession, Db } from 'mongodb';
import { watchPrimary } from '../engines/primary.ts';
import { tokenTimeMs } from '../engines/resume-token.ts';
import type { Logger } from '../runtime/logger.ts';
import { backoffMs, sleep } from '../runtime/retry.ts';
import { INCLUDED_IN_PRODUCT, type Sources, type Tag } from './cache-tags.ts';
import { type Invalidation, invalidationBy, PIPELINE } from './invalidation.ts';
import { createVersionTable } from './version-table.ts';

/** Versions are null while the stream is disconnected. */
export interface Versions {
  /** The version that was given last, to anything. */
  latest(): number | null;
  /** The highest version of anything of the merchant's. */
  of(merchantId: string): number | null;
  /** The highest version of these tags of a merchant's data. */
  ofTags(merchantId: string, tags: readonly Tag[]): number | null;
  /** The version of one product with all that it includes. */
  ofProduct(merchantId: string, productId: string): number | null;
  /** The cells of a merchant's sources, in four bytes each, for `ofCells`. */
  cellsOf(merchantId: string, sources: Sources): Uint32Array;
  /** The highest version of the sources that have these cells. */
  ofCells(cells: Uint32Array): number | null;
  close(): Promise<void>;
}

/** A tag that every write of the merchant's bumps. */
const ANYTHING = 'anything';

const AWAIT_MS = 300;
/** The stream responds at least every AWAIT_MS. If its last response is older than this, it counts as disconnected. */
const DISCONNECTED_AFTER_MS = 900;
/** The times that are compared are whole seconds: one of an earlier second may be hardly older. */
const MOST_BEHIND_SECONDS = 1;
/** So few that what the server said with them of its newest write is no old news when the last one is looked at. */
const EVENTS_AT_ONCE = 1000;

interface VersionsOptions {
  readonly database: Db;
  readonly logger: Logger;
  readonly disconnectedAfterMs?: number;
}

export function followVersions({
  database,
  logger,
  disconnectedAfterMs = DISCONNECTED_AFTER_MS,
}: VersionsOptions): Versions {
  const ending = new AbortController();
  const table = createVersionTable();
  let latest = 0;
  /** When the request was sent whose response had the stream's newest event; -∞ while the stream is behind or down. */
  let lastHeadAtMs = Number.NEGATIVE_INFINITY;
  /** How often there was another primary. */
  let successions = 0;
  const endWatch = watchPrimary(database.client, () => {
    successions += 1;
    lastHeadAtMs = Number.NEGATIVE_INFINITY;
  });

  /** Null: everything. */
  function bump(invalidation: Invalidation | null): void {
    latest += 1;
    if (invalidation === null) {
      table.bumpAll(latest);
      return;
    }
    const { owners, tags, productIds } = invalidation;
    for (const owner of owners) {
      for (const tag of [ANYTHING, ...tags]) table.bump(table.cellOfTag(owner, tag), latest);
      for (const id of productIds) table.bump(table.cellOfProduct(owner, id), latest);
    }
  }

  /** Ends when there is another primary, or the stream is no more. `since`: how many successions there were when it was opened. */
  async function follow(stream: ChangeStream, session: ClientSession, since: number): Promise<void> {
    let askedMs = performance.now();
    await stream.tryNext();
    // The stream stands from here on; what changed while nobody listened is not known.
    bump(null);
    while (!ending.signal.aborted) {
      const beganMs = performance.now();
      const hasTurned = watchTurn();
      const event = await stream.tryNext();
      // Events come many in one answer: of the others the server was asked when it was for the first.
      if (hasTurned()) askedMs = beganMs;
      if (successions !== since || stream.closed) return;
      if (event !== null) bump(invalidationBy(event));
      lastHeadAtMs = isNearTheEnd(stream, session) ? askedMs : Number.NEGATIVE_INFINITY;
      if (event?.operationType === 'invalidate') return;
    }
  }

  async function run(): Promise<void> {
    for (let attempt = 1; !ending.signal.aborted; attempt += 1) {
      const since = successions;
      // With each answer the session learns of the server's newest write.
      const session = database.client.startSession({ causalConsistency: false });
      const stream = database.watch(PIPELINE, {
        ...{ session, batchSize: EVENTS_AT_ONCE, maxAwaitTimeMS: AWAIT_MS },
        fullDocumentBeforeChange: 'whenAvailable',
      });
      try {
        await follow(stream, session, since);
        attempt = 1;
      } catch (error) {
        if (lastHeadAtMs > Number.NEGATIVE_INFINITY) attempt = 1;
        if (!ending.signal.aborted)
          logger.warn({ err: error }, 'the change stream broke: nothing is served from the caches until it is back');
      } finally {
        lastHeadAtMs = Number.NEGATIVE_INFINITY;
        await stream.close().catch(() => undefined);
        await session.endSession().catch(() => undefined);
      }
      await sleep(backoffMs(attempt), ending.signal);
    }
  }

  const running = run();
  const connected = (version: () => number): number | null =>
    performance.now() - lastHeadAtMs > disconnectedAfterMs ? null : version();
  const cellsOfTags = (merchantId: string, tags: readonly string[]) =>
    tags.map((tag) => table.cellOfTag(merchantId, tag));
  return {
    latest: () => connected(() => latest),
    of: (merchantId) => connected(() => table.at(table.cellOfTag(merchantId, ANYTHING))),
    ofTags: (merchantId, tags) => connected(() => table.highest(cellsOfTags(merchantId, tags))),
    ofProduct: (merchantId, productId) =>
      connected(() =>
        table.highest([table.cellOfProduct(merchantId, productId), ...cellsOfTags(merchantId, INCLUDED_IN_PRODUCT)]),
      ),
    cellsOf: (merchantId, { tags, productIds }) =>
      Uint32Array.from([
        ...cellsOfTags(merchantId, tags),
        ...productIds.map((id) => table.cellOfProduct(merchantId, id)),
      ]),
    ofCells: (cells) => connected(() => table.highest(cells)),
    async close() {
      ending.abort();
      endWatch();
      await running;
    },
  };
}

/** Tells whether the event loop has turned since: an event that comes before that was already in the driver's batch. */
function watchTurn(): () => boolean {
  let hasTurned = false;
  const turn = setImmediate(() => {
    hasTurned = true;
  });
  return () => {
    clearImmediate(turn);
    return hasTurned;
  };
}

/**
 * Whether the stream has reached what MongoDB had written at its last response. It hasn't while it delivers old events, as after
 * a halt of this process or in a flood of writes, or while the majority of the members lags.
 */
function isNearTheEnd({ resumeToken }: ChangeStream, { clusterTime }: ClientSession): boolean {
  const newest = clusterTime?.clusterTime.getHighBitsUnsigned() ?? 0;
  return newest - tokenTimeMs(resumeToken) / 1000 <= MOST_BEHIND_SECONDS;
}
