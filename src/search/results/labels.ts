/** The labels of facets: the names of a merchant's collections and locations. */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { Names, NamesByKey } from '../names.ts';

export interface FacetLabels {
  /** Only those that the scope may see. */
  readonly collections: NamesByKey;
  readonly locations: NamesByKey;
}

const NO_NAMES: NamesByKey = new Map();

/** Reads the labels that these facets need; those of other facets are empty. Throws what `names` throws. */
export async function findLabels(names: Names, scope: MerchantScope, facets: readonly string[]): Promise<FacetLabels> {
  const [collections, locations] = await Promise.all([
    facets.includes('collection') ? names.collections(scope) : NO_NAMES,
    facets.includes('location') ? names.locations(scope) : NO_NAMES,
  ]);
  return { collections, locations };
}
