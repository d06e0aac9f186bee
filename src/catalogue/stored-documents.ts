/**
 * The stored documents as readers see them, and MongoDB's collections of them. Other systems write them, so readers
 * rely only on what the validators enforce: `_id` and `merchantId` are strings. Every other field is `unknown` and is
 * read through `values.ts`. docs/data-model.md is the public form of this page.
 */
import type { Collection, Db } from 'mongodb';
import type { Visibility } from './merchant-scope.ts';

/** A document whose fields have no guaranteed types. */
export type Stored = { readonly [field: string]: unknown } & { readonly _id: string };
export type OwnedStored = Stored & { readonly merchantId: string };

/**
 * The position of a product in a collection. `_id` is `<collectionId>:<productId>`, so that a delete event names both.
 */
export interface StoredMembership {
  readonly _id: string;
  readonly merchantId: string;
  readonly collectionId: string;
  readonly productId: string;
  readonly position?: unknown;
  readonly hidePrice?: unknown;
}

/** `_id` is the SHA-256 of the token in hexadecimal. The token itself is never stored. */
export interface StoredAccessToken {
  readonly _id: string;
  readonly merchantId: string;
  readonly visibility: Visibility;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A logged search, see `search/analytics/`. The API writes it. */
export interface StoredSearch {
  readonly merchantId: string;
  /** Of the search's token. Searches logged by earlier versions lack it. */
  readonly visibility?: Visibility;
  readonly query: string;
  readonly hits: number;
  readonly tookMs: number;
  readonly isFiltered: boolean;
  readonly at: Date;
  readonly expiresAt: Date;
}

/**
 * The detected language of a merchant without a `locale`, see `indexer/products/load-merchants.ts`. The indexer writes
 * it.
 */
export interface StoredMerchantLanguage {
  /** The id of the merchant. */
  readonly _id: string;
  /** ISO 639, as in `de`. */
  readonly language: string;
  /** Whether to detect the language again when products of the merchant are loaded next. */
  readonly isProvisional: boolean;
  /** The detection library and its version. */
  readonly detectedBy: string;
  readonly detectedAt: Date;
}

export interface Catalogue {
  readonly database: Db;
  readonly merchants: Collection<Stored>;
  readonly locations: Collection<OwnedStored>;
  readonly products: Collection<OwnedStored>;
  readonly collections: Collection<OwnedStored>;
  readonly memberships: Collection<StoredMembership>;
  readonly searchRules: Collection<OwnedStored>;
  readonly merchantLanguages: Collection<StoredMerchantLanguage>;
  readonly accessTokens: Collection<StoredAccessToken>;
  readonly searches: Collection<StoredSearch>;
}

/** Returns the collections of a database. Opens no connection. */
export function catalogueOf(database: Db): Catalogue {
  return {
    database,
    merchants: database.collection('merchants'),
    locations: database.collection('locations'),
    products: database.collection('products'),
    collections: database.collection('collections'),
    memberships: database.collection('memberships'),
    searchRules: database.collection('search_rules'),
    merchantLanguages: database.collection('merchant_languages'),
    accessTokens: database.collection('access_tokens'),
    searches: database.collection('searches'),
  };
}

export const membershipId = (collectionId: string, productId: string): string => `${collectionId}:${productId}`;
