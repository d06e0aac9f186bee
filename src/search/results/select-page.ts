/**
 * Selects a page of results: the set of the query, its total and facets, and the hits of the page in their order. A
 * page by relevance begins with the ranked head, which is found at the same time as the set; then its hits are divided
 * into those of the set and others.
 */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { EngineSession } from '../engine/engine.ts';
import { cutShort } from '../engine/problems.ts';
import { isWholeScope, type SearchFilter, WHOLE_SCOPE } from '../engine/scope-filter.ts';
import type { FindHits } from '../find-hits.ts';
import { SORT_FIELDS } from '../index/settings.ts';
import { type ResolvedQuery, resolveQuery } from '../meaning/resolve.ts';
import { vocabularyOf } from '../meaning/vocabulary.ts';
import type { Query } from '../query/query.ts';
import type { RankedHit, Ranking } from '../ranking/rank.ts';
import { ENOUGH_HITS, SCORED_HITS } from '../retrieval/limits.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { withChosenValues } from './chosen-values.ts';
import { requestedFacets } from './facets.ts';
import { type FoundSet, findSet } from './find-set.ts';
import type { CountedFacet } from './measure-set.ts';
import { MAX_RESULTS, type ResultsRequest, type Sort } from './parameters.ts';
import { orderByRelevance } from './relevance.ts';

export interface SelectedPage extends Pick<FoundSet, 'total' | 'isRelaxed' | 'correctedQuery'> {
  /** The query as searched. `resolved` is of its words. */
  readonly query: Query;
  readonly counted: readonly CountedFacet[];
  /** In the order of the page. */
  readonly hits: readonly RankedHit[];
  readonly firstIndex: number;
  /** What the words mean: among the ranked hits, and on a sorted page among its hits. */
  readonly resolved: ResolvedQuery;
}

interface PageSelection {
  readonly scope: MerchantScope;
  readonly request: ResultsRequest;
  /** The parsed query of the request. */
  readonly query: Query;
  readonly session: EngineSession;
}

/** Throws the Problem `search_unavailable` if the engine can't respond, or cut a search short. */
export type SelectPage = (selection: PageSelection) => Promise<SelectedPage>;

const NEWEST_FIRST: readonly string[] = ['created_at:desc'];

/**
 * The head has the first hits of `POST /v1/products/search`, which don't depend on its limit, and others that the same
 * searches found. It has room for all pinned products.
 */
const headLimits = ({ pinned }: Query) => ({
  limit: Math.max(SCORED_HITS, pinned.length),
  relaxBelow: ENOUGH_HITS,
});

export function createSelectPage(findHits: FindHits): SelectPage {
  async function findHead({ scope, query, session }: PageSelection, filter: SearchFilter): Promise<Ranking> {
    const ranking = await findHits(scope, { query, filter, ...headLimits(query) }, session);
    if (!ranking.isComplete) throw cutShort();
    return ranking;
  }

  return async (selection) => {
    const { scope, request, session } = selection;
    const { filter } = request;
    // Null: all products.
    const query = request.query === '' ? null : selection.query;
    const sort = orderOf(request.sort, query);
    const page = sort === null ? {} : { sort, ...partOf(request) };
    const measures = { filter, page, facets: requestedFacets(request.facets, filter, scope.visibility) };
    const head = query !== null && sort === null ? findHead(selection, filter) : null;
    const findRanking = () => (isWholeScope(filter) ? head : null) ?? findHead(selection, WHOLE_SCOPE);
    const [found, ranking] = await Promise.all([findSet({ query, measures, session, findRanking }), head]);
    const { total, set, isRelaxed, correctedQuery } = found;
    const counted = await withChosenValues(found.counted, session.select);
    const selected = { total, isRelaxed, correctedQuery, counted };
    if (ranking === null) {
      const searched = found.query ?? selection.query;
      const resolved =
        found.resolved ?? resolveQuery(searched, vocabularyOf(found.hits), analyzerOf(searched.language));
      return { ...selected, query: searched, resolved, hits: found.hits, firstIndex: partOf(request).offset };
    }
    const ordered = await orderByRelevance({
      request,
      ranking,
      total,
      set: { ...set, filter },
      select: session.select,
    });
    return { ...selected, ...ordered, query: ranking.query, resolved: ranking.resolved };
  };
}

/** Null: best first. */
function orderOf(sort: Sort, query: Query | null): readonly string[] | null {
  if (sort !== 'relevance') return [`${SORT_FIELDS[sort.by]}:${sort.order}`];
  return query === null ? NEWEST_FIRST : null;
}

/** The page as a part of its set, cut at the last result that can be paged. */
function partOf({ page, perPage }: ResultsRequest): { readonly offset: number; readonly limit: number } {
  const offset = (page - 1) * perPage;
  return { offset, limit: Math.min(perPage, MAX_RESULTS - offset) };
}
