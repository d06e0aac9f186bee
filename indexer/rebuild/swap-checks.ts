/**
 * The checks that a new index must pass before it replaces the live one: it has caught up, it has as many products of
 * each merchant as MongoDB, it lacks few products of the live index, and it has at least half as many products. Each
 * check throws SwapRefused.
 */
import { tokenTimeMs } from '../../src/engines/mongodb/resume-token.ts';
import { sleep } from '../../src/runtime/retry.ts';
import { merchantFilter } from '../../src/search/index/filters.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { LeaderContext } from '../context.ts';
import { countProducts, KEYS } from '../engine/index-documents.ts';
import type { DeadLetters } from '../pipeline/dead-letters.ts';
import type { FollowedIndex } from '../pipeline/follow.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { MerchantCounts } from '../products/count-products.ts';
import type { ProductLoader } from '../products/product-loader.ts';
import { clusterTimeMs } from '../source/server-clock.ts';

/** The new index did not pass its checks. The message is for an operator. */
export class SwapRefused extends Error {
  override readonly name = 'SwapRefused';
  constructor(reason: string) {
    super(`the new index was not swapped in: ${reason}`);
  }
}

const POLL_MS = 200;

/** Called repeatedly while a function waits. An error that it throws ends the wait. */
type OnWait = () => Promise<void>;

/**
 * Waits until the index has every change from before the call, and every pending fan-out, such as the scan, has visited
 * all of its products. It also ends when changes never stop, and when fan-outs are requested again before they end.
 */
export async function waitUntilCaughtUp(context: LeaderContext, pipeline: Pipeline, onWait: OnWait): Promise<void> {
  const nowMs = await clusterTimeMs(context.database);
  await waitUntil(context, () => pipeline.isCaughtUp() || tokenTimeMs(pipeline.confirmed().token) > nowMs, onWait);
  await waitUntil(context, pipeline.watchFanOuts(), onWait);
}

async function waitUntil({ signal }: LeaderContext, holds: () => boolean, onWait: OnWait): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    await onWait();
    if (holds()) return;
    await sleep(POLL_MS, signal);
  }
}

const CHECKS = 10;

/**
 * Compares the number of products per merchant. Changes go on meanwhile, so products are counted in MongoDB before and
 * after those in the index: the number in the index, with dead letters, must lie between the two. A merchant for which it
 * doesn't is compared again.
 */
export async function assertComplete(
  context: LeaderContext,
  building: FollowedIndex,
  letters: DeadLetters,
  onWait: OnWait,
): Promise<void> {
  const { loader, signal, logger } = context;

  async function assertPageComplete(page: MerchantCounts): Promise<void> {
    let before = page;
    for (let check = 1; ; check += 1) {
      await waitUntilCaughtUp(context, building.pipeline, onWait);
      const indexed = await differingCounts(context, building, letters, before);
      if (indexed.size === 0) return;
      // Merchants that were disabled meanwhile are not counted again.
      const after = await countAgain(loader, [...indexed.keys()]);
      const isExplained = (id: string, count: number) => isBetween(indexed.get(id), before.get(id), count);
      const differing = new Map([...after].filter(([id, count]) => !isExplained(id, count)));
      if (differing.size === 0) return;
      if (check === CHECKS)
        throw new SwapRefused(
          `after ${CHECKS} checks its number of products differs from MongoDB's for ${differing.size} merchants ` +
            `(${[...differing.keys()].slice(0, 5).join(', ')})`,
        );
      logger.info({ merchants: differing.size, check }, 'counts differ: waiting for pending changes');
      await sleep(1000, signal);
      before = differing;
    }
  }

  // Check one page of merchants at a time, so that memory does not depend on their number.
  for await (const page of loader.countByMerchant()) await assertPageComplete(page);
}

/** Resolves to the number of products and dead letters of each merchant for which it differs from the expected one. */
async function differingCounts(
  { index }: LeaderContext,
  { indexName }: FollowedIndex,
  letters: DeadLetters,
  expected: MerchantCounts,
): Promise<MerchantCounts> {
  const lettersOf = await letters.countByMerchant();
  const differing = new Map<string, number>();
  for (const [merchantId, count] of expected) {
    const found = (await index.count(indexName, merchantFilter(merchantId))) + (lettersOf.get(merchantId) ?? 0);
    if (found !== count) differing.set(merchantId, found);
  }
  return differing;
}

const isBetween = (count = 0, one = 0, other = 0): boolean =>
  Math.min(one, other) <= count && count <= Math.max(one, other);

async function countAgain(loader: ProductLoader, merchantIds: readonly string[]): Promise<MerchantCounts> {
  const counts = new Map<string, number>();
  for await (const page of loader.countByMerchant(merchantIds))
    for (const [merchantId, count] of page) counts.set(merchantId, count);
  return counts;
}

/** A number of lost products above both limits indicates a systematic fault. */
const LOST_LIMITS = { products: 20, part: 0.01 };

/** Asserts that few products of the live index are dead letters of the new one. `total`: the products in MongoDB. */
export async function assertFewLost(
  { index, indexName }: LeaderContext,
  letters: DeadLetters,
  total: number,
): Promise<void> {
  if (!(await index.exists(indexName))) return;
  let lost = 0;
  let first: string | undefined;
  for await (const page of letters.pages()) {
    first ??= page[0]?.productId;
    const found = await index.documentsByKey(
      indexName,
      page.map(({ productId }) => indexKey(productId)),
      KEYS,
    );
    lost += found.size;
  }
  if (lost > Math.max(LOST_LIMITS.products, LOST_LIMITS.part * total))
    throw new SwapRefused(`${lost} products of the live index could not get into it, the first of them ${first}`);
}

/** Asserts that the new index has at least half as many products as the live one. */
export async function assertNotFewer({ index, indexName }: LeaderContext, name: string): Promise<void> {
  if (!(await index.exists(indexName))) return;
  const live = await countProducts(index, indexName);
  const built = await countProducts(index, name);
  if (built === 0 ? live > 0 : built < live / 2)
    throw new SwapRefused(
      `it has ${built} products and the live one has ${live}. Is MONGODB_URL the right database? ` +
        'If MongoDB really holds so few, run `reindex --allow-fewer`',
    );
}
