/** The labels of facets: the names of a merchant's collections and locations. */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { Names, NamesByKey } from '../names.ts';

export interface FacetLabels {
  /** Only those that the scope may see. */
  readonly collections: NamesByKey;
  readonly locations: NamesByKey;
}

/** Reads the labels that some facets need; those of other facets are empty. */
export type FindLabels = (scope: MerchantScope, facets: readonly string[]) => Promise<FacetLabels>;

const NO_NAMES: NamesByKey = new Map();

export const createFindLabels =
  (names: Names): FindLabels =>
  async (scope, facets) => {
    const [collections, locations] = await Promise.all([
      facets.includes('collection') ? names.collections(scope) : NO_NAMES,
      facets.includes('location') ? names.locations(scope) : NO_NAMES,
    ]);
    return { collections, locations };
  };
