/**
 * What an index that was built must have proved before it takes the place of the live one: it has caught up, it has as many
 * products of each merchant as MongoDB, and it does not lack many that the live one holds.
 */
import type { Db } from 'mongodb';
import type { Logger } from '../../src/platform/logger.ts';
import { pause } from '../../src/platform/retry.ts';
import { merchantFilter } from '../../src/search/filter.ts';
import { indexKey } from '../../src/search/index-document.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexClient } from '../engine/index-client.ts';
import type { DeadLetters } from '../pipeline/dead-letters.ts';
import type { Followed } from '../pipeline/follow.ts';
import { clusterTimeMs } from '../source/server-clock.ts';

/** The new index is not what MongoDB holds: it was not swapped in, and the live one stays. */
export class RebuildRefused extends Error {
  override readonly name = 'RebuildRefused';
}

interface GateOptions {
  readonly database: Db;
  readonly reader: ProductLoader;
  readonly index: IndexClient;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const POLL_MS = 200;

/** Throws why following ended, if it did. */
export function throwFailure(followed: Followed): void {
  if (followed.failure() !== undefined) throw followed.failure();
}

/** Waits until all that had happened at the end of the backlog is in; that comes also where writes never rest. */
export async function untilCaughtUp(
  followed: Followed,
  { database, signal }: Pick<GateOptions, 'database' | 'signal'>,
  onWait: () => void = () => undefined,
): Promise<void> {
  const until = async (holds: () => boolean): Promise<void> => {
    for (;;) {
      throwFailure(followed);
      signal.throwIfAborted();
      onWait();
      if (holds()) return;
      await pause(POLL_MS, signal);
    }
  };
  await until(() => followed.sync.position().backlog.length === 0);
  const nowMs = await clusterTimeMs(database);
  await until(() => followed.sync.hasPassed(nowMs));
}

/** More than so many, and more than this part of all, are no matter of single products. */
const FEW = { products: 20, part: 0.01 };

/**
 * Of an index that would take the place of another. Throws RebuildRefused when it lacks many products that the other holds; what
 * neither holds is no loss, whether or not an operator has dropped its dead letters.
 */
export async function assertFewLost(
  apart: DeadLetters,
  { index, liveName, total }: { readonly index: IndexClient; readonly liveName: string; readonly total: number },
): Promise<void> {
  let lost = 0;
  let first: string | null = null;
  for await (const letters of apart.pages()) {
    first ??= letters[0]?.productId ?? null;
    const keys = letters.map(({ productId }) => indexKey(productId));
    lost += await index.countHeld(liveName, keys);
  }
  if (lost > Math.max(FEW.products, FEW.part * total))
    throw new RebuildRefused(
      `the new index was not taken: ${lost} products of the old one could not get into it, the first ${first}`,
    );
}

const CHECKS = 10;

/**
 * Compares how many products each merchant has, but for those set apart. Where writes go on, the two counts are of
 * different moments, and may differ by as many products as there were events since; a merchant that differs by more is
 * counted again.
 */
export async function untilCountsAgree(followed: Followed, options: GateOptions, apart: DeadLetters): Promise<void> {
  const { reader, index, signal, logger } = options;
  let differing: string[] = [];
  for (let check = 1; check <= CHECKS; check += 1) {
    const toCheck = check === 1 ? null : new Set(differing);
    differing = [];
    let before = followed.sync.progress().events;
    for await (const expected of reader.countByMerchant()) {
      await untilCaughtUp(followed, options);
      const apartByMerchant = await apart.countByMerchant();
      for (const [merchantId, count] of expected) {
        if (toCheck?.has(merchantId) === false) continue;
        const found = await index.count(followed.indexName, merchantFilter(merchantId));
        const events = followed.sync.progress().events - before;
        const wanted = count - (apartByMerchant.get(merchantId) ?? 0);
        if (Math.abs(found - wanted) > events) differing.push(merchantId);
      }
      before = followed.sync.progress().events;
    }
    if (differing.length === 0) return;
    logger.info({ merchants: differing.length, check }, 'counts differ: waiting for the changes under way');
    await pause(1000, signal);
  }
  throw new RebuildRefused(
    `the new index was not taken: after ${CHECKS} checks its number of products differs from MongoDB's for ${differing.length} merchants (${differing.slice(0, 5).join(', ')})`,
  );
}
