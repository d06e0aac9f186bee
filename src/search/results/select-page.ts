/**
 * Selects a page of results: which set the query has, its total and facets, and the hits of the page in their order. A page by relevance
 * costs a second request: the first gives the ranked head, the total and the facets.
 */
import type { ConcurrencyLimiter } from '../../runtime/concurrency-limiter.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import { otherProductsFilter, productsFilter } from '../index/filters.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import type { FindHits } from '../pipeline.ts';
import type { Query } from '../query/query.ts';
import type { Ranking } from '../ranking/rank.ts';
import type { EngineSession } from '../retrieval/engine.ts';
import { cutShort } from '../retrieval/engine-problems.ts';
import type { FieldName, Selected, Selection, SetQuery } from '../retrieval/selection.ts';
import { type ChosenSet, chooseOtherSet } from './choose-set.ts';
import { type RequestedFacet, requestedFacets } from './facets.ts';
import { type HeadHit, planPage, shownHead } from './pages.ts';
import { MAX_RESULTS, type ResultsRequest, type Sort } from './parameters.ts';
import { EVERYTHING, isUnfinished, strictSets } from './set-queries.ts';

export interface SelectedPage {
  readonly total: number;
  readonly isRelaxed: boolean;
  readonly correctedQuery: string | null;
  /** In the order of the page. */
  readonly hits: readonly RankedOrFound[];
  readonly firstIndex: number;
  /** For each requested facet, where to read it. */
  readonly counted: readonly { readonly facet: RequestedFacet; readonly selected: Selected }[];
  /** What the words mean among the first hits; absent if the page isn't by relevance. */
  readonly ranking: Ranking | null;
}

export type RankedOrFound = Pick<RankingPayload, 'productId' | 'textsHash'> & Partial<RankingPayload>;

export interface PageSelection {
  readonly scope: MerchantScope;
  readonly request: ResultsRequest;
  /** Null: all products. */
  readonly query: Query | null;
  readonly session: EngineSession;
  readonly signal: AbortSignal;
}

interface SelectDependencies {
  readonly findHits: FindHits;
  readonly meilisearchLimiter: ConcurrencyLimiter;
}

/** Throws the Problem `search_unavailable` if the engine can't respond, or cut a search short. */
export type SelectPage = (selection: PageSelection) => Promise<SelectedPage>;

/** The head has the first hits of `POST /v1/products/search`, which don't depend on its limit, and others that the same searches found. */
const HEAD = { limit: 10, most: 30 };

const SORT_FIELDS = { price: 'price', createdAt: 'created_at', title: 'title_key' } as const;
const NEWEST_FIRST: readonly string[] = ['created_at:desc'];

export function createSelectPage({ findHits, meilisearchLimiter }: SelectDependencies): SelectPage {
  return async ({ scope, request, query, session, signal }) => {
    const { filter } = request;
    const facets = requestedFacets(request.facets, filter, scope.visibility);
    const order = orderOf(request.sort, query);
    const select = (selections: readonly Selection[]) =>
      meilisearchLimiter.run(scope.merchantId, () => session.select(selections), signal);

    /** The total and the facets of a set, and the hits of a page that is sorted. Also counts other sets. */
    async function measure(set: SetQuery, others: readonly SetQuery[] = []) {
      const closed = facets.filter(({ openFilter }) => openFilter === null);
      const open = facets.filter(({ openFilter }) => openFilter !== null);
      const page = order === null ? {} : { sort: order, ...pageOf(request) };
      const [whole, ...more] = await select([
        { ...set, filter, ...page, ...countedIn(closed) },
        ...open.map((facet) => ({ ...set, filter: facet.openFilter ?? filter, ...countedIn([facet]) })),
        ...others.map((other) => ({ ...other, filter })),
      ]);
      if (whole === undefined) throw new Error('the engine returned no result');
      const counted = facets.map((facet) => ({
        facet,
        selected: (facet.openFilter === null ? whole : more[open.indexOf(facet)]) ?? whole,
      }));
      return { set, whole, counted, totals: more.slice(open.length).map(({ total }) => total) };
    }

    const AS_TYPED = { isRelaxed: false, correctedQuery: null };

    async function measureChosen(): Promise<Measured> {
      if (query === null) return { ...(await measure(EVERYTHING)), ...AS_TYPED };
      const { whole, unfinished } = strictSets(query);
      const first = await measure(whole, unfinished === null ? [] : [unfinished.begun, unfinished.asTyped]);
      const [begun = 0, asTyped = 0] = first.totals;
      if (unfinished !== null && isUnfinished(first.whole.total, begun, asTyped))
        return { ...(await measure(unfinished.begun)), ...AS_TYPED };
      if (first.whole.total > 0) return { ...first, ...AS_TYPED };
      const choice = { query, text: request.query, filter, session };
      const chosen = await meilisearchLimiter.run(scope.merchantId, () => chooseOtherSet(choice), signal);
      if (chosen === null) return { ...first, ...AS_TYPED };
      return { ...(await measure(chosen.set)), isRelaxed: chosen.isRelaxed, correctedQuery: chosen.correctedQuery };
    }

    const findHead = async () => {
      const { ranking } = await findHits(scope, { query: request.query, filter, ...HEAD }, signal);
      if (!ranking.isComplete) throw cutShort();
      return ranking;
    };

    const [measured, ranking] = await Promise.all([measureChosen(), order === null ? findHead() : null]);
    const { set, whole, counted, isRelaxed, correctedQuery } = measured;
    const found = { total: whole.total, isRelaxed, correctedQuery, counted, ranking };
    if (ranking === null) return { ...found, hits: whole.hits, firstIndex: pageOf(request).offset };

    const ids = ranking.hits.map(({ productId }) => productId);
    const inSet = await findInSet(ids, { ...set, filter }, select);
    const head: readonly HeadHit[] = ranking.hits.map((hit) => ({ hit, isInSet: inSet.has(hit.productId) }));
    const plan = planPage(shownHead(head), whole.total, request);
    const rest = await findRest(ids, { ...set, filter, ...plan.rest }, select);
    return { ...found, hits: [...plan.head, ...rest], firstIndex: plan.firstIndex };
  };
}

interface Measured extends ChosenSet {
  readonly whole: Selected;
  readonly counted: SelectedPage['counted'];
}

type Select = (selections: readonly Selection[]) => Promise<readonly Selected[]>;

/** Which of these products are in the set. */
async function findInSet(ids: readonly string[], set: Selection, select: Select): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const [among] = await select([{ ...set, conditions: [...set.conditions, productsFilter(ids)], limit: ids.length }]);
  return new Set(among?.hits.map(({ productId }) => productId));
}

/** A part of the set without the head's products. */
async function findRest(ids: readonly string[], part: Selection, select: Select): Promise<readonly RankingPayload[]> {
  if (part.limit === 0) return [];
  const others = ids.length === 0 ? [] : [otherProductsFilter(ids)];
  const [rest] = await select([{ ...part, conditions: [...part.conditions, ...others] }]);
  return rest?.hits ?? [];
}

/** Null: best first. */
function orderOf(sort: Sort, query: Query | null): readonly string[] | null {
  if (sort !== 'relevance') return [`${SORT_FIELDS[sort.by]}:${sort.order}`];
  return query === null ? NEWEST_FIRST : null;
}

/** The page is cut at the last result that can be paged. */
function pageOf({ page, perPage }: ResultsRequest): { readonly offset: number; readonly limit: number } {
  const offset = (page - 1) * perPage;
  return { offset, limit: Math.min(perPage, MAX_RESULTS - offset) };
}

function countedIn(facets: readonly RequestedFacet[]): { readonly facets?: readonly FieldName[] } {
  const fields = new Set(facets.flatMap((facet) => facet.fields));
  return fields.size === 0 ? {} : { facets: [...fields] };
}
