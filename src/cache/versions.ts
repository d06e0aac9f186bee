/**
 * Versions of the data that lists and searches are made from: one for each cache tag of a merchant, and one for each
 * product. Each write that the change stream reports gives what it invalidates a new version, higher than all before.
 *
 * A value is cached under the latest version from before its read. It is fresh as long as nothing that it depends on
 * has a higher version. So a value from before a write is stale once the stream has reported the write, whenever the
 * value was stored. This closes the race between a read and a write without a lock.
 *
 * The stream is connected or disconnected. It is disconnected while it is down, silent, not yet open, or far behind
 * MongoDB's newest write. Versions are then null, and nothing may be served from a cache. When the stream connects, and
 * when the primary changes, all versions are new.
 */
import type { Db } from 'mongodb';
import type { Logger } from '../runtime/logger.ts';
import { type CacheDependencies, INCLUDED_IN_PRODUCT, type Tag } from './cache-tags.ts';
import { followChanges } from './change-stream.ts';
import type { Invalidation } from './invalidation.ts';
import { createVersionTable } from './version-table.ts';

/** Versions are null while the stream is disconnected. */
export interface Versions {
  /** The latest version. */
  latest(): number | null;
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

/** The stream responds several times in this time. If its last response is older, it counts as disconnected. */
const DISCONNECTED_AFTER_MS = 900;

interface VersionsOptions {
  readonly database: Db;
  readonly logger: Logger;
  /** How long the stream may be silent. */
  readonly disconnectedAfterMs?: number;
}

/**
 * Follows the change stream of the database from now on, until `close`. Throws nothing: while MongoDB is unavailable,
 * the stream is disconnected and opened again.
 */
export function followVersions({
  database,
  logger,
  disconnectedAfterMs = DISCONNECTED_AFTER_MS,
}: VersionsOptions): Versions {
  const table = createVersionTable();
  let latest = 0;

  /** Null bumps everything. */
  function bump(invalidation: Invalidation | null): void {
    latest += 1;
    if (invalidation === null) {
      table.bumpAll(latest);
      return;
    }
    const { owners, tags, productIds } = invalidation;
    for (const owner of owners) {
      for (const tag of tags) table.bump(table.cellOfTag(owner, tag), latest);
      for (const id of productIds) table.bump(table.cellOfProduct(owner, id), latest);
    }
  }

  const changes = followChanges({ database, logger, onInvalidation: bump });
  const connected = (version: () => number): number | null =>
    performance.now() - changes.lastHeadAtMs() > disconnectedAfterMs ? null : version();
  const cellsOfTags = (merchantId: string, tags: readonly string[]) =>
    tags.map((tag) => table.cellOfTag(merchantId, tag));
  return {
    latest: () => connected(() => latest),
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
    close: changes.close,
  };
}
