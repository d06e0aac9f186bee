/** The tally of changed products is bounded, because an import may change millions while the products are counted. */
import type { Batch } from '../../../indexer/pipeline/batch.ts';
import { createMerchantTally } from '../../../indexer/pipeline/merchant-tally.ts';
import { indexKey } from '../../../src/search/index/keys.ts';

/** A batch in which these products of a merchant changed. */
const batchOf = (merchantId: string, ...productIds: string[]) =>
  ({
    work: { changes: { productIds: new Set(productIds) }, rewrites: [] },
    documents: productIds.map((productId) => ({ productId, merchantId })),
    deletedKeys: [],
  }) as unknown as Batch;

test('a changed product counts once, and no product counts beyond the limit until the next start', () => {
  const tally = createMerchantTally(3);
  const changes = () => ['one', 'two'].map((id) => tally.changesOf(indexKey(id)));
  tally.add(batchOf('one', 'a'), new Map());
  expect(changes()).toEqual([0, 0]);
  tally.start();
  tally.add(batchOf('one', 'a', 'b'), new Map());
  tally.add(batchOf('one', 'a'), new Map());
  expect(changes()).toEqual([2, 0]);
  tally.add(batchOf('two', 'c', 'd'), new Map());
  tally.add(batchOf('one', 'e'), new Map());
  expect(changes()).toEqual([2, 1]);
  tally.start();
  tally.add(batchOf('two', 'd'), new Map());
  expect(changes()).toEqual([0, 1]);
});
