/** Measures how fast the products of one large `updateMany` reach the index. */
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { until } from '../environment/until.ts';
import { figureOf, type Measurements } from '../report/figures.ts';

const MAX_PRODUCTS = 100_000;
/** No other product has this price, so the index can count the updated ones. */
const PRICE = 987_654_321.25;

/** Measures from the start of the update. Throws if some of its products don't reach the index. */
export async function measureLargeUpdate(
  run: Run,
  { catalogue, meilisearch, indexName }: Service,
): Promise<Measurements> {
  const ids = await catalogue.products
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(MAX_PRODUCTS)
    .toArray();
  const last = ids.at(-1)?._id ?? '';
  const startedMs = performance.now();
  await catalogue.products.updateMany({ _id: { $lte: last } }, { $set: { price: PRICE } });
  const updatedMs = performance.now();
  const what = `all ${ids.length} updated products are in the index`;
  await until(run, { what, everyMs: 100, withinMs: 10 * ids.length + 60_000 }, async () => {
    const filter = `price = ${PRICE}`;
    const { total } = await meilisearch.index(indexName).getDocuments({ filter, limit: 1, fields: ['id'] });
    return total >= ids.length;
  });
  const tookMs = performance.now() - startedMs;
  const value = (ids.length / tookMs) * 1000;
  run.say(`One update of ${ids.length} products: ${value.toFixed(0)} a second`);
  return {
    figures: [
      figureOf({
        what: `one update of ${ids.length} products → in the index`,
        unit: 'products/s',
        against: 'the update in MongoDB',
        rounds: [{ measured: value, reference: (ids.length / (updatedMs - startedMs)) * 1000 }],
      }),
    ],
    notes: [
      `One update of ${ids.length} products took MongoDB ${((updatedMs - startedMs) / 1000).toFixed(1)} s; ` +
        `${((tookMs - (updatedMs - startedMs)) / 1000).toFixed(1)} s later all of them were in the index.`,
    ],
  };
}
