/**
 * Reads merchants, each cached until it is written. Authentication checks their status, for each request and before any
 * limit of reads, so its cache doesn't depend on the size of their texts. Products show their name and handle.
 */
import { createVersionedCache } from '../cache/versioned-cache.ts';
import type { Versions } from '../cache/versions.ts';
import { findDocuments } from '../catalogue/find-documents.ts';
import type { Catalogue, Stored } from '../catalogue/stored-documents.ts';
import type { GuardedRead } from '../engines/breaker/guarded-reads.ts';
import { READ_LIMIT } from '../engines/mongodb/client.ts';

/** Whether a stored status disables the merchant. As in the indexer's queries, an array that contains the text does. */
export const isDisabled = (status: unknown): boolean => [status].flat().includes('disabled');

/** Resolves to whether the merchant exists and isn't disabled. */
export type IsActive = (merchantId: string) => Promise<boolean>;

/** Resolves to the name and handle; to null if the merchant doesn't exist. */
export type FindMerchant = (merchantId: string) => Promise<Stored | null>;

interface MerchantsOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly maxBytes: number;
  readonly guardedRead: GuardedRead;
}

export function createFindMerchant({ catalogue, versions, maxBytes, guardedRead }: MerchantsOptions): FindMerchant {
  const cache = createVersionedCache<string, Stored | null>({
    versions,
    maxBytes,
    versionOf: (merchantId) => versions.ofTags(merchantId, ['merchant']),
  });
  return (merchantId) =>
    cache.get(merchantId, () => readMerchant({ catalogue, guardedRead }, merchantId, { name: 1, handle: 1 }));
}

export function createIsActive({ catalogue, versions, maxBytes, guardedRead }: MerchantsOptions): IsActive {
  const cache = createVersionedCache<string, boolean>({
    versions,
    maxBytes,
    versionOf: (merchantId) => versions.ofTags(merchantId, ['merchant']),
  });
  return (merchantId) =>
    cache.get(merchantId, async () => {
      const merchant = await readMerchant({ catalogue, guardedRead }, merchantId, { status: 1 });
      return merchant !== null && !isDisabled(merchant.status);
    });
}

/** Reads these fields of a merchant. Resolves to null if it doesn't exist. */
async function readMerchant(
  { catalogue, guardedRead }: Pick<MerchantsOptions, 'catalogue' | 'guardedRead'>,
  merchantId: string,
  projection: Readonly<Record<string, 1>>,
): Promise<Stored | null> {
  const [merchant = null] = await guardedRead('merchants', () =>
    findDocuments(catalogue.merchants, { _id: merchantId }, { ...READ_LIMIT, projection }),
  );
  return merchant;
}
