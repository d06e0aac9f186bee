/**
 * Searches whose results are counted: each selects a set of products, of which it returns a part, the total and facets.
 */
import type { SearchDocument } from '../index/document.ts';
import type { FacetDistribution } from '../index/facets.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import { inOneList, type Labelled, underLabels } from './labelled.ts';
import type { EngineQuery } from './query-syntax.ts';
import type { SearchFilter } from './scope-filter.ts';

export type FieldName = keyof SearchDocument;

export interface Selection extends EngineQuery {
  readonly filter: SearchFilter;
  /** Default: no hits. */
  readonly limit?: number;
  readonly offset?: number;
  /** Default: best first. */
  readonly sort?: readonly string[];
  readonly facets?: readonly FieldName[];
}

export interface Selected {
  readonly hits: readonly RankingPayload[];
  /** The number of products in the set. It is exact, because a selection has no `distinct`. */
  readonly total: number;
  readonly distribution: Readonly<Record<string, FacetDistribution>>;
  /** The price of the first hit; null without one. */
  readonly firstPrice: number | null;
}

/** Throws the Problem `search_unavailable` if the engine can't respond, or cut a search short. */
export type Select = (selections: readonly Selection[]) => Promise<readonly Selected[]>;

/** Runs lists of selections in one request. Resolves to the results under the same labels. Throws what `select` throws. */
export const selectLabelled = async <L extends string>(
  select: Select,
  lists: Labelled<L, Selection>,
): Promise<Labelled<L, Selected>> => underLabels(await select(inOneList(lists)), lists);
