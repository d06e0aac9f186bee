/**
 * The MongoDB collections as their readers see them. Other systems write them, so a reader trusts only what the
 * validators enforce: an `_id` and a `merchantId` that are strings. Every other field is `unknown` and is read through
 * `values.ts`. docs/data-model.md is the public form of this page.
 */
import type { Collection, Db } from 'mongodb';

/** A document whose fields nobody promised. */
export type Stored = { readonly [field: string]: unknown } & { readonly _id: string };
export type OwnedStored = Stored & { readonly merchantId: string };

/** One product's place in one collection. `_id` is `<collectionId>:<productId>`, so that a delete event tells both. */
export interface StoredMembership {
  readonly _id: string;
  readonly merchantId: string;
  readonly collectionId: string;
  readonly productId: string;
  readonly position?: unknown;
  readonly hidePrice?: unknown;
}

/** `_id` is the SHA-256 of the token in hexadecimal: the token itself is stored nowhere. */
export interface StoredAccessToken {
  readonly _id: string;
  readonly merchantId: string;
  readonly visibility: 'all' | 'published';
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A search that was answered, see `search/analytics/`. Written by the API. */
export interface StoredSearch {
  readonly merchantId: string;
  /** Of the token that asked. Searches from before it was logged lack it. */
  readonly visibility?: 'all' | 'published';
  readonly query: string;
  readonly hits: number;
  readonly tookMs: number;
  readonly isFiltered: boolean;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** The language of a merchant without a `locale`, see `indexer/documents/load-merchants.ts`. Written by the indexer. */
export interface StoredMerchantLanguage {
  /** Of the merchant. */
  readonly _id: string;
  /** ISO 639, as in `de`. */
  readonly language: string;
  /** Whether it is detected anew when products of the merchant are loaded next. */
  readonly isProvisional: boolean;
  /** The library and its version. */
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

/** Names the collections of one database; opens nothing. */
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
