/**
 * Measures a set: its total, its facets, and the hits of the page if the page is sorted, all in one request to the
 * engine.
 */
import type { RankingPayload } from '../index/ranking-payload.ts';
import type { SearchFilter } from '../retrieval/scope-filter.ts';
import type { FieldName, Selected, Selection, SetQuery } from '../retrieval/selection.ts';
import type { RequestedFacet } from './facets.ts';
import type { Measured } from './set/find-set.ts';

/** Throws the Problem `search_unavailable` if the engine can't respond, or cut a search short. */
export type Select = (selections: readonly Selection[]) => Promise<readonly Selected[]>;

/** What to measure of each set of a request. */
export interface Measures {
  readonly filter: SearchFilter;
  readonly facets: readonly RequestedFacet[];
  /** The part of the set that is the page, and its order; empty if the page is not sorted. */
  readonly page: Pick<Selection, 'sort' | 'offset' | 'limit'>;
}

export interface MeasuredSet extends Measured {
  readonly hits: readonly RankingPayload[];
  /** For each requested facet, where it is counted. */
  readonly counted: readonly CountedFacet[];
}

export interface CountedFacet {
  readonly facet: RequestedFacet;
  readonly selected: Selected;
}

/** A facet that the filter has conditions on is counted without them, which costs a search of its own. */
export async function measureSet(
  select: Select,
  { filter, facets, page }: Measures,
  set: SetQuery,
  others: readonly SetQuery[] = [],
): Promise<MeasuredSet> {
  const closed = facets.filter(({ openFilter }) => openFilter === null);
  const open = facets.filter(({ openFilter }) => openFilter !== null);
  const [whole, ...more] = await select([
    { ...set, ...page, filter, ...countedIn(closed) },
    ...open.map((facet) => ({ ...set, filter: facet.openFilter ?? filter, ...countedIn([facet]) })),
    ...others.map((other) => ({ ...other, filter })),
  ]);
  if (whole === undefined) throw new Error('the engine returned no result');
  const counted = facets.map((facet) => ({
    facet,
    selected: (facet.openFilter === null ? whole : more[open.indexOf(facet)]) ?? whole,
  }));
  const otherTotals = more.slice(open.length).map(({ total }) => total);
  return { total: whole.total, hits: whole.hits, counted, otherTotals };
}

function countedIn(facets: readonly RequestedFacet[]): { readonly facets?: readonly FieldName[] } {
  const fields = new Set(facets.flatMap((facet) => facet.fields));
  return fields.size === 0 ? {} : { facets: [...fields] };
}
