/** Counts the products that the index should hold, one page of merchants at a time. */
import { decodable } from '../../src/catalogue/decodable.ts';
import type { Catalogue } from '../../src/catalogue/stored-documents.ts';
import type { Reads } from './causal-reads.ts';
import { VALID_ID } from './invalid-utf8-ids.ts';

/** The number of products of each merchant, by merchant id. */
export type MerchantCounts = ReadonlyMap<string, number>;

const MERCHANTS_IN_ONE_PAGE = 1000;

/**
 * Yields the product counts of the active merchants, or of those among `merchantIds`, in the order of merchant ids. A
 * count may be 0. Products whose id is empty, not a string or not valid UTF-8 don't count, because they can't be
 * indexed. Each page takes two reads, and pages reflect different moments. Throws what MongoDB throws.
 */
export async function* countByMerchant(
  { merchants, products }: Catalogue,
  reads: Reads,
  merchantIds?: readonly string[],
): AsyncGenerator<MerchantCounts> {
  for (let after = ''; ; ) {
    const range = { ...VALID_ID, $gt: after, ...(merchantIds === undefined ? {} : { $in: merchantIds }) };
    const active = { _id: range, status: { $ne: 'disabled' } };
    const page = await reads.find(merchants, active, {
      projection: { _id: 1 },
      sort: { _id: 1 },
      limit: MERCHANTS_IN_ONE_PAGE,
    });
    const ids = page.map(({ _id }) => _id);
    const counted = await reads.run((options) =>
      products
        .aggregate<{ readonly _id: string; readonly count: number }>(
          [
            { $match: { merchantId: { $in: ids }, _id: VALID_ID } },
            { $group: { _id: decodable('merchantId'), count: { $sum: 1 } } },
          ],
          options,
        )
        .toArray(),
    );
    const counts = new Map(ids.map((id) => [id, 0]));
    // MongoDB also selects products whose merchantId is an array of ids. They can't be indexed.
    for (const { _id, count } of counted) if (counts.has(_id)) counts.set(_id, count);
    yield counts;
    if (ids.length < MERCHANTS_IN_ONE_PAGE) return;
    after = ids.at(-1) ?? after;
  }
}

/** Resolves to the sum of all counts. */
export async function totalOf(pages: AsyncIterable<MerchantCounts>): Promise<number> {
  let total = 0;
  for await (const counts of pages) for (const count of counts.values()) total += count;
  return total;
}
