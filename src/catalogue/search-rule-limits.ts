/** How much of a merchant's search rules is honoured: what is beyond it costs every search, and is left out. */
export const SEARCH_RULE_LIMITS = {
  /** The first ones by their ids. */
  rulesOfMerchant: 1000,
  bytesOfRule: 32_768,
  /** Of all rules of a merchant together. */
  charactersOfMerchant: 500_000,
  synonyms: 20,
  charactersOfSynonym: 100,
  wordsOfSynonym: 8,
  charactersOfQuery: 512,
  pinned: 50,
  hidden: 200,
} as const;
