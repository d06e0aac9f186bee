/** Guards commands that take a merchant id: a mistyped one must not look like a merchant without products. */
import type { Db } from 'mongodb';
import { catalogueOf } from '../../src/catalogue/collections.ts';

/** Throws where the merchant doesn't exist. */
export async function assertMerchant(database: Db, merchantId: string): Promise<void> {
  if ((await catalogueOf(database).merchants.findOne({ _id: merchantId })) === null)
    throw new Error(`there is no merchant ${merchantId}`);
}
