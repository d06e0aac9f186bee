/** Checks the merchant that an operator named. */
import type { Db } from 'mongodb';
import { merchantExists } from '../../src/catalogue/merchant-exists.ts';
import { catalogueOf } from '../../src/catalogue/stored-documents.ts';

/** Throws when the merchant doesn't exist: a mistyped id would look like a merchant without products. */
export async function assertMerchant(database: Db, merchantId: string): Promise<void> {
  if (!(await merchantExists(catalogueOf(database), merchantId))) throw new Error(`there is no merchant ${merchantId}`);
}
