/** The searches of the index, each with the conditions of its scope. */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { SearchDocument } from '../index/document.ts';
import { productsFilter } from '../index/filters.ts';
import { SET_FIELDS } from '../index/settings.ts';
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

/** Counts the products with a stem, also as a key. The engine's count is exact for one list of fields and one phrase. */
export const stemCountSearch = (stem: string, conditions: readonly string[]): IndexSearch => ({
  q: stem === '' ? '' : `${asPhrase(stem)} `,
  limit: 0,
  filter: conditions,
  attributesToRetrieve: [],
  attributesToSearchOn: [...IMPACT_TIER_FIELDS, 'key_stems'],
});

/** The fields that say what a product is. */
const NAMING_FIELDS = ['title', 'subtitle', 'variants', 'specifications', 'collections'] as const;

/** Counts the products that have all words. A word in quotes has no typing errors and is no beginning of a longer one. */
export const wordsCountSearch = (words: readonly string[], conditions: readonly string[]): IndexSearch => ({
  q: `${words.map(asPhrase).join(' ')} `,
  limit: 0,
  filter: conditions,
  attributesToRetrieve: [],
  attributesToSearchOn: NAMING_FIELDS,
});

/** The texts of these products. */
export const textsSearch = (productIds: readonly string[], conditions: readonly string[]): IndexSearch => ({
  q: '',
  filter: [...conditions, productsFilter(productIds)],
  limit: productIds.length,
  attributesToRetrieve: ['ranking_payload', 'texts'],
});
