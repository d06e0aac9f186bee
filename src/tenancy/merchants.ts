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

export const createFindMerchant = (options: MerchantsOptions): FindMerchant =>
  createReadMerchant(options, { name: 1, handle: 1 }, (merchant) => merchant);

export const createIsActive = (options: MerchantsOptions): IsActive =>
  createReadMerchant(options, { status: 1 }, (merchant) => merchant !== null && !isDisabled(merchant.status));

/** Returns a function that caches what `resultOf` makes of these fields of a merchant, or of null without a merchant. */
function createReadMerchant<T>(
  { catalogue, versions, maxBytes, guardedRead }: MerchantsOptions,
  projection: Readonly<Record<string, 1>>,
  resultOf: (merchant: Stored | null) => T,
): (merchantId: string) => Promise<T> {
  const cache = createVersionedCache<string, T>({
    versions,
    maxBytes,
    versionOf: (merchantId) => versions.ofTags(merchantId, ['merchant']),
  });
  return (merchantId) =>
    cache.get(merchantId, async () => {
      const [merchant = null] = await guardedRead('merchants', () =>
        findDocuments(catalogue.merchants, { _id: merchantId }, { ...READ_LIMIT, projection }),
      );
      return resultOf(merchant);
    });
}
