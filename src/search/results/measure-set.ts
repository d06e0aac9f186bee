/**
 * Measures a set: its total, its facets, and the hits of the page if the page is sorted, all in one request to the
 * engine.
 */
import type { EngineQuery } from '../engine/query-syntax.ts';
import type { SearchFilter } from '../engine/scope-filter.ts';
import { type FieldName, type Select, type Selection, selectLabelled } from '../engine/selection.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import type { FacetCounts, RequestedFacet } from './facets.ts';
import { inWholeScope, type TotalOf, totalsOf } from './set/count-sets.ts';

/** What to measure of each set of a request. */
export interface Measures {
  readonly filter: SearchFilter;
  readonly facets: readonly RequestedFacet[];
  /** The part of the set that is the page, and its order; empty if the page is not sorted. */
  readonly page: Pick<Selection, 'sort' | 'offset' | 'limit'>;
}

export interface MeasuredSet {
  readonly total: number;
  readonly hits: readonly RankingPayload[];
  readonly counted: readonly CountedFacet[];
}

export interface CountedFacet {
  readonly facet: RequestedFacet;
  readonly counts: FacetCounts;
}

/**
 * The range of prices is that of the cheapest and the most expensive product: two searches. As a facet, the engine would
 * count each price (decision 0106).
 */
const CHEAPEST_AND_DEAREST = ['price:asc', 'price:desc'];

/**
 * Measures a set, and counts others in the same request, these without the filter. A facet that the filter has
 * conditions on is counted without them, which costs a search of its own. Throws what `select` throws.
 */
export async function measureSet(
  select: Select,
  { filter, facets, page }: Measures,
  set: EngineQuery,
  others: readonly EngineQuery[],
): Promise<MeasuredSet & { readonly totalOf: TotalOf }> {
  const price = facets.find(({ name }) => name === 'price');
  const listed = facets.filter((facet) => facet !== price);
  const closed = listed.filter(({ openFilter }) => openFilter === null);
  const open = listed.filter(({ openFilter }) => openFilter !== null);
  const priced = price === undefined ? [] : CHEAPEST_AND_DEAREST.map((order) => ({ sort: [order], limit: 1 }));
  const selected = await selectLabelled(select, {
    whole: [{ ...set, ...page, filter, ...countedIn(closed) }],
    open: open.map((facet) => ({ ...set, filter: facet.openFilter ?? filter, ...countedIn([facet]) })),
    priced: priced.map((part) => ({ ...set, filter: price?.openFilter ?? filter, ...part })),
    others: others.map(inWholeScope),
  });
  const [whole] = selected.whole;
  if (whole === undefined) throw new Error('the engine returned no result');
  const [cheapest, dearest] = selected.priced;
  const prices = { min: cheapest?.firstPrice ?? null, max: dearest?.firstPrice ?? null };
  const ofOpen = new Map(open.map((facet, index) => [facet, selected.open[index]]));
  const counted = facets.map((facet) => {
    const { distribution } = ofOpen.get(facet) ?? whole;
    return { facet, counts: { distribution, prices } };
  });
  return { total: whole.total, hits: whole.hits, counted, totalOf: totalsOf(others, selected.others) };
}

function countedIn(facets: readonly RequestedFacet[]): { readonly facets?: readonly FieldName[] } {
  const fields = new Set(facets.flatMap((facet) => facet.fields));
  return fields.size === 0 ? {} : { facets: [...fields] };
}
