/** A shop of one language, and what its shoppers type. */
export interface LanguageShop {
  /** By the id of the product. */
  readonly titles: Readonly<Record<string, string>>;
  /** What the case is about, the query, and the product that is first. */
  readonly cases: readonly (readonly [string, string, string])[];
}
