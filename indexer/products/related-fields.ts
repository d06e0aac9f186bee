/**
 * The fields of collections, merchants and detected languages that affect search documents. An update of one of them
 * rewrites the products; the indexer ignores updates of other fields, and loads no others.
 */
import type { Document } from 'mongodb';
import { decodable } from '../../src/catalogue/decodable.ts';

export const RELATED_FIELDS = {
  /**
   * A product document contains the names of its collections, grouped by status. A collection counts only for its own
   * merchant.
   */
  collections: ['name', 'status', 'merchantId'],
  /** Products of a disabled merchant have no search document. The locale selects the stemmer. */
  merchants: ['status', 'locale'],
  /** The detected language selects the stemmer of a merchant without a locale. */
  merchant_languages: ['language'],
} as const;

/** Projects the documents of a collection to these fields. */
export const relatedFieldsOf = (collection: keyof typeof RELATED_FIELDS): Document =>
  Object.fromEntries(RELATED_FIELDS[collection].map((field) => [field, decodable(field)]));
