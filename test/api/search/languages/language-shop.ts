/** A shop of one language, and the queries of its shoppers. */
export interface LanguageShop {
  /** Titles by product id. */
  readonly titles: Readonly<Record<string, string>>;
  /** The subject of the case, the query, and the expected first product. */
  readonly cases: readonly (readonly [string, string, string])[];
}
