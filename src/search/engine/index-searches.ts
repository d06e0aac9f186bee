/** The searches of the index, each with the conditions of its scope. */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { SearchDocument } from '../index/document.ts';
import { productsFilter } from '../index/filters.ts';
import { SET_FIELDS, type SearchedField } from '../index/settings.ts';
import { IMPACT_TIER_FIELDS } from '../index/term-weights.ts';
import type { EngineSearch } from './candidates.ts';
import { asPhrase } from './query-syntax.ts';
import { type SearchFilter, scopeFilter } from './scope-filter.ts';
import type { Selection } from './selection.ts';

export type HitDocument = Pick<SearchDocument, 'ranking_payload'> & Partial<Pick<SearchDocument, 'texts' | 'price'>>;

export interface IndexSearch
  extends Omit<EngineSearch, 'conditions' | 'filter'>,
    Pick<Selection, 'offset' | 'sort' | 'facets'> {
  /** All conditions of the search. */
  readonly filter: readonly string[];
  readonly attributesToRetrieve: readonly (keyof HitDocument)[];
}

/** A search of a plan, with the conditions of the scope, and of its own filter or else the request's. */
export const plannedSearch = (
  { conditions, filter: own, ...search }: EngineSearch,
  scope: MerchantScope,
  ofRequest: SearchFilter,
): IndexSearch => ({
  ...search,
  filter: [...scopeFilter(scope, own ?? ofRequest), ...conditions],
  attributesToRetrieve: ['ranking_payload'],
});

/** A selection, with the conditions of the scope and of its own filter. */
export const selectionSearch = (
  { conditions, filter, limit = 0, ...search }: Selection,
  scope: MerchantScope,
): IndexSearch => ({
  attributesToSearchOn: SET_FIELDS,
  ...search,
  limit,
  filter: [...scopeFilter(scope, filter), ...conditions],
  attributesToRetrieve: ['ranking_payload', 'price'],
});

/** The fields with all stems of a product, also those of keys. */
export const STEM_FIELDS = [...IMPACT_TIER_FIELDS, 'key_stems'] as const;

/** The impact tiers above those of a mention in a description: a stem of a usual title is in one of them. */
export const TITLE_TIERS = IMPACT_TIER_FIELDS.slice(0, -1);

/** The fields that say what a product is. */
export const NAMING_FIELDS = ['title', 'subtitle', 'variants', 'specifications', 'collections'] as const;

/**
 * Counts the products that have all words in these fields. A word in quotes has no typing errors and is no beginning of a
 * longer one. For one word, the engine's count is exact.
 */
export const countSearch = (
  words: readonly string[],
  attributesToSearchOn: readonly SearchedField[],
  filter: readonly string[],
): IndexSearch => ({
  q: words.map((word) => `${asPhrase(word)} `).join(''),
  limit: 0,
  filter,
  attributesToRetrieve: [],
  attributesToSearchOn,
});

/** The texts of these products. */
export const textsSearch = (productIds: readonly string[], conditions: readonly string[]): IndexSearch => ({
  q: '',
  filter: [...conditions, productsFilter(productIds)],
  limit: productIds.length,
  attributesToRetrieve: ['ranking_payload', 'texts'],
});
