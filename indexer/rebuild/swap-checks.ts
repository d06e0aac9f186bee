/**
 * What a new index must prove before it replaces the live one: it has caught up, it has as many products of each merchant as
 * MongoDB, it lacks few that the live one holds, and it has not shrunk to less than half. Each check throws Interrupted
 * `swap refused`, with the reason for an operator.
 */
import { sleep } from '../../src/runtime/retry.ts';
import { indexKey } from '../../src/search/index/document.ts';
import { merchantFilter } from '../../src/search/index/filters.ts';
import type { LeaderContext } from '../context.ts';
import { countProducts } from '../engine/index-client.ts';
import { Interrupted } from '../interruption.ts';
import type { DeadLetters } from '../pipeline/dead-letters.ts';
import type { FollowedIndex } from '../pipeline/follow.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { clusterTimeMs } from '../source/server-clock.ts';

const refused = (reason: string) => new Interrupted('swap refused', `the new index was not swapped in: ${reason}`);

const POLL_MS = 200;

/** Called while somebody waits; what it throws ends the wait. */
type OnWait = () => Promise<void>;

/**
 * Waits until the scan is over and everything that happened before is in the index, also where changes never rest and where a
 * fan-out is requested again before it ends.
 */
export async function untilCaughtUp(
  { database, signal }: LeaderContext,
  pipeline: Pipeline,
  onWait: OnWait,
): Promise<void> {
  const until = async (holds: () => boolean): Promise<void> => {
    for (;;) {
      signal.throwIfAborted();
      await onWait();
      if (holds()) return;
      await sleep(POLL_MS, signal);
    }
  };
  const isScanOver = () => pipeline.confirmed().fanOuts.every(({ kind }) => kind !== 'all');
  await until(isScanOver);
  const nowMs = await clusterTimeMs(database);
  await until(() => pipeline.hasPassed(nowMs));
  const areVisited = pipeline.watchFanOuts();
  // Very many fan-outs become another pass over everything.
  await until(() => areVisited() && isScanOver());
}

const CHECKS = 10;

/**
 * Compares how many products each merchant has, but for dead letters. The two counts are of different moments, so those of a
 * merchant may differ by as many products as changed of that merchant since; one that differs by more is counted again.
 */
export async function assertComplete(
  context: LeaderContext,
  { indexName, pipeline }: FollowedIndex,
  letters: DeadLetters,
  onWait: OnWait,
): Promise<void> {
  const { loader, index, signal, logger } = context;
  pipeline.tally.start();
  try {
    // A page of merchants at a time, so that their number does not matter.
    for await (const page of loader.countByMerchant()) {
      let expected = page;
      for (let check = 1; ; check += 1) {
        await untilCaughtUp(context, pipeline, onWait);
        const lettersOf = await letters.countByMerchant();
        const differing: string[] = [];
        for (const [merchantId, count] of expected) {
          const found = await index.count(indexName, merchantFilter(merchantId));
          const difference = Math.abs(found - (count - (lettersOf.get(merchantId) ?? 0)));
          if (difference > pipeline.tally.changesOf(indexKey(merchantId))) differing.push(merchantId);
        }
        if (differing.length === 0) break;
        if (check === CHECKS)
          throw refused(
            `after ${CHECKS} checks its number of products differs from MongoDB's for ${differing.length} merchants ` +
              `(${differing.slice(0, 5).join(', ')})`,
          );
        logger.info({ merchants: differing.length, check }, 'counts differ: waiting for the changes under way');
        await sleep(1000, signal);
        pipeline.tally.start();
        const again = new Map<string, number>();
        for await (const counts of loader.countByMerchant({ merchantIds: differing }))
          for (const [merchantId, count] of counts) again.set(merchantId, count);
        expected = again;
      }
    }
  } finally {
    pipeline.tally.end();
  }
}

/** More dead letters than both of these are no matter of single products. */
const FEW = { products: 20, part: 0.01 };

/** Asserts that few products which the live index holds are dead letters of the new one. `total`: of products in MongoDB. */
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
    const held = await index.lookUp(
      indexName,
      page.map(({ productId }) => indexKey(productId)),
    );
    lost += held.size;
  }
  if (lost > Math.max(FEW.products, FEW.part * total))
    throw refused(`${lost} products of the live index could not get into it, the first of them ${first}`);
}

/** Asserts that the new index has at least half as many products as the live one. */
export async function assertNotFewer({ index, indexName }: LeaderContext, name: string): Promise<void> {
  if (!(await index.exists(indexName))) return;
  const live = await countProducts(index, indexName);
  const built = await countProducts(index, name);
  if (built === 0 ? live > 0 : built < live / 2)
    throw refused(
      `it has ${built} products and the live one has ${live}. Is MONGODB_URL the right database? ` +
        'If MongoDB really holds so few, run `reindex --allow-fewer`',
    );
}
