/**
 * The fields of collections, merchants and detected languages that affect search documents. The indexer ignores updates
 * of other fields. Change this list together with `load-collections.ts`, `load-merchants.ts` and `documents/mapper.ts`.
 */
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
