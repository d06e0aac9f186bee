/** Checks the merchant that an operator named. */
import type { Catalogue } from './stored-documents.ts';

/** Reads only the id: no driver can decode some documents that MongoDB stores. */
export async function merchantExists({ merchants }: Catalogue, merchantId: string): Promise<boolean> {
  return (await merchants.findOne({ _id: merchantId }, { projection: { _id: 1 } })) !== null;
}
