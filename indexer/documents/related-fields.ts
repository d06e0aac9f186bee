/**
 * The fields of related documents that search documents are made from. An update of any other field changes no search
 * document, so the indexer ignores it. Change this list together with `load-products.ts`, `load-merchants.ts` and `mapper.ts`.
 */
export const RELATED_FIELDS = {
  /** A product's document holds the names of its collections, by status; a collection counts only for its own merchant. */
  collections: ['name', 'status', 'merchantId'],
  /** Products of a disabled merchant have no search document; all others are stemmed in the language of its locale. */
  merchants: ['status', 'locale'],
  /** A merchant's products are stemmed in its language. */
  merchant_languages: ['language'],
} as const;
