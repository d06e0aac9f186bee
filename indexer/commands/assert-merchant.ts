/** Checks the merchant that an operator named. */
import type { Db } from 'mongodb';
import { catalogueOf } from '../../src/catalogue/stored-documents.ts';

/** Throws when the merchant doesn't exist: a mistyped id would look like a merchant without products. */
export async function assertMerchant(database: Db, merchantId: string): Promise<void> {
  if ((await catalogueOf(database).merchants.findOne({ _id: merchantId })) === null)
    throw new Error(`there is no merchant ${merchantId}`);
}
