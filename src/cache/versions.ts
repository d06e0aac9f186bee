/**
 * Versions of the data that lists and searches are made from: one for each cache tag of a merchant, and one for each product. Each write
 * that the change stream reports gives what it invalidates a new version, higher than all before.
 *
 * A value is cached under the latest version from before its read. It is fresh as long as nothing that it depends on has a higher
 * version. So a value from before a write is stale once the stream has reported the write, whenever the value was stored. This closes
 * the race between a read and a write without a lock.
 *
 * The stream is connected or disconnected. It is disconnected while it is down, silent, not yet open, or far behind MongoDB's newest
 * write. Versions are then null, and nothing may be served from a cache. When the stream connects, and when the primary changes, all
 * versions are new.
 */
import type { ChangeStream, ClientSession, Db } from 'mongodb';
import { watchPrimary } from '../engines/primary.ts';
import { tokenTimeMs } from '../engines/resume-token.ts';
import type { Logger } from '../runtime/logger.ts';
import { backoffMs, sleep } from '../runtime/retry.ts';
import { type CacheDependencies, INCLUDED_IN_PRODUCT, type Tag } from './cache-tags.ts';
import { type Invalidation, invalidationBy, PIPELINE } from './invalidation.ts';
import { createVersionTable } from './version-table.ts';

/** Versions are null while the stream is disconnected. */
export interface Versions {
  /** The latest version. */
  latest(): number | null;
  /** The highest version of any of the merchant's data. */
  of(merchantId: string): number | null;
  /** The highest version of these tags of a merchant's data. */
  ofTags(merchantId: string, tags: readonly Tag[]): number | null;
  /** The version of one product with everything that it includes. */
  ofProduct(merchantId: string, productId: string): number | null;
  /** The cells of what a value of the merchant depends on, four bytes each, for `ofCells`. */
  cellsOf(merchantId: string, dependencies: CacheDependencies): Uint32Array;
  /** The highest version of these cells. */
  ofCells(cells: Uint32Array): number | null;
  close(): Promise<void>;
}

/** The tag that every write to the merchant's data bumps. */
const ANYTHING = 'anything';

const AWAIT_MS = 300;
/** The stream responds at least every AWAIT_MS. If its last response is older than this, it counts as disconnected. */
const DISCONNECTED_AFTER_MS = 900;
/** The compared times are whole seconds, so a difference of one second may be a moment. */
const MAX_LAG_SECONDS = 1;
/** Small batches: the newest write that a response names must still be recent when the last event of its batch is processed. */
const BATCH_SIZE = 1000;

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
  /** When the request was sent that returned the newest event of the stream; -∞ while the stream is behind or down. */
  let lastHeadAtMs = Number.NEGATIVE_INFINITY;
  /** How often the primary changed. */
  let primaryChanges = 0;
  const stopWatching = watchPrimary(database.client, () => {
    primaryChanges += 1;
    lastHeadAtMs = Number.NEGATIVE_INFINITY;
  });

  /** Null bumps everything. */
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

  /** Follows the stream until it ends or the primary changes. `since`: the number of primary changes when the stream was opened. */
  async function follow(stream: ChangeStream, session: ClientSession, since: number): Promise<void> {
    let requestedAtMs = performance.now();
    await stream.tryNext();
    // The stream reports every change from here on. Changes before are unknown.
    bump(null);
    while (!ending.signal.aborted) {
      const beganMs = performance.now();
      const hasTurned = watchTurn();
      const event = await stream.tryNext();
      // The driver returns the events of a batch one by one. The request for the batch was sent when the first event was requested.
      if (hasTurned()) requestedAtMs = beganMs;
      if (primaryChanges !== since || stream.closed) return;
      if (event !== null) bump(invalidationBy(event));
      lastHeadAtMs = isAtHead(stream, session) ? requestedAtMs : Number.NEGATIVE_INFINITY;
      if (event?.operationType === 'invalidate') return;
    }
  }

  async function run(): Promise<void> {
    for (let attempt = 1; !ending.signal.aborted; attempt += 1) {
      const since = primaryChanges;
      // Each response names the server's newest write in the session's cluster time.
      const session = database.client.startSession({ causalConsistency: false });
      const stream = database.watch(PIPELINE, {
        ...{ session, batchSize: BATCH_SIZE, maxAwaitTimeMS: AWAIT_MS },
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
      stopWatching();
      await running;
    },
  };
}

/** Returns a function that says whether the event loop has turned since. If not, the event was already in the driver's batch. */
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
 * Whether the stream has reached the newest write that its last response named. It hasn't while it delivers old events: after a pause
 * of this process, in a flood of writes, or while the majority of the members lags.
 */
function isAtHead({ resumeToken }: ChangeStream, { clusterTime }: ClientSession): boolean {
  const newest = clusterTime?.clusterTime.getHighBitsUnsigned() ?? 0;
  return newest - tokenTimeMs(resumeToken) / 1000 <= MAX_LAG_SECONDS;
}
