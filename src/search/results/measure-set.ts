/**
 * Measures a set: its total, its facets, and the hits of the page if the page is sorted, all in one request to the
 * engine.
 */

import type { SearchFilter } from '../engine/scope-filter.ts';
import {
  type FieldName,
  type Select,
  type Selected,
  type Selection,
  type SetQuery,
  selectLabelled,
} from '../engine/selection.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import type { RequestedFacet } from './facets.ts';
import type { Measured } from './set/find-set.ts';

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
  const selected = await selectLabelled(select, {
    whole: [{ ...set, ...page, filter, ...countedIn(closed) }],
    open: open.map((facet) => ({ ...set, filter: facet.openFilter ?? filter, ...countedIn([facet]) })),
    others: others.map((other) => ({ ...other, filter })),
  });
  const [whole] = selected.whole;
  if (whole === undefined) throw new Error('the engine returned no result');
  const counted = facets.map((facet) => ({ facet, selected: selected.open[open.indexOf(facet)] ?? whole }));
  return { total: whole.total, hits: whole.hits, counted, otherTotals: selected.others.map(({ total }) => total) };
}

function countedIn(facets: readonly RequestedFacet[]): { readonly facets?: readonly FieldName[] } {
  const fields = new Set(facets.flatMap((facet) => facet.fields));
  return fields.size === 0 ? {} : { facets: [...fields] };
}
