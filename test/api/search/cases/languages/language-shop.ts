/** A shop of one language, and the queries of its shoppers. */
export interface LanguageShop {
  /** Titles by product id. */
  readonly titles: Readonly<Record<string, string>>;
  /** The subject of the case, the query, and the expected first product. */
  readonly cases: readonly (readonly [string, string, string])[];
  /** Queries in another form of the words, each with all products of its results page. No word is misspelt. */
  readonly pages?: readonly (readonly [string, readonly string[]])[];
}
