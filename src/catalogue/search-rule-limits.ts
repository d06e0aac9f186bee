/** The limits of a merchant's search rules. Rules cost every search, so what exceeds a limit is ignored. */
export const SEARCH_RULE_LIMITS = {
  /** The first ones by id. */
  rulesOfMerchant: 1000,
  bytesOfRule: 32_768,
  /** For all rules of a merchant together. */
  charactersOfMerchant: 500_000,
  synonyms: 20,
  charactersOfSynonym: 100,
  wordsOfSynonym: 8,
  charactersOfQuery: 512,
  pinned: 50,
  hidden: 200,
} as const;
