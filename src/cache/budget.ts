/**
 * The byte budget of the API's caches, in named shares. Operators set two, for pages and for searches; the others are
 * constants. Every cache is bounded by bytes.
 */
const MIB = 1024 * 1024;

/** Shares that no environment variable sets. */
const DATA_SHARES = {
  tokens: 8 * MIB,
  /** Whether merchants are active. */
  activeMerchants: 2 * MIB,
  /** Their names. */
  merchants: 2 * MIB,
  productTotals: 2 * MIB,
  collectionTotals: 2 * MIB,
  locations: 8 * MIB,
  collections: 16 * MIB,
  /** The ids of 100,000 products take some 6 MiB. */
  memberIds: 24 * MIB,
  seekAnchors: 8 * MIB,
  /** Languages and search rules; a merchant with many rules takes some 2 MiB. */
  merchantSearch: 32 * MIB,
  stemFrequencies: 16 * MIB,
  popularQueries: 16 * MIB,
  knownQueries: 8 * MIB,
  collectionSizes: 4 * MIB,
  /** Of collections and locations, for facets and suggestions. */
  names: 24 * MIB,
  tenantTokens: 4 * MIB,
} as const;

/** The maximum bytes of each cache. */
export type CacheBudget = Readonly<
  Record<keyof typeof DATA_SHARES | 'pages' | 'foundProducts' | 'texts' | 'rankings', number>
>;

interface ConfiguredShares {
  /** PAGE_CACHE_BYTES */
  readonly pages: number;
  /** SEARCH_CACHE_BYTES: for the texts of products, the products themselves, and rankings. */
  readonly searches: number;
}

export const cacheBudget = ({ pages, searches }: ConfiguredShares): CacheBudget => ({
  ...DATA_SHARES,
  pages,
  texts: Math.floor(searches / 2),
  foundProducts: Math.floor((3 / 8) * searches),
  rankings: Math.floor(searches / 8),
});
