/** The index has a hash instead of some merchant ids. Operators know the ids. */
import type { Db } from 'mongodb';
import { catalogueOf } from '../../src/catalogue/stored-documents.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { Difference } from './compare-products.ts';

/** Resolves to the differences with the ids of existing merchants instead of their keys. Throws what the driver throws. */
export async function withMerchantIds(database: Db, differences: readonly Difference[]): Promise<Difference[]> {
  const keys = new Set(differences.map(({ merchant }) => merchant));
  const ids = new Map<string, string>();
  // No id that is its own key begins with an underscore.
  if ([...keys].some((key) => key.startsWith('_')))
    for await (const { _id } of catalogueOf(database).merchants.find({}, { projection: { _id: 1 } }))
      if (keys.has(indexKey(_id))) ids.set(indexKey(_id), _id);
  return differences.map((difference) => ({
    ...difference,
    merchant: ids.get(difference.merchant) ?? difference.merchant,
  }));
}
