/** Counts how many products of the whole scope each of several sets has. */
import { asPhrase, type EngineQuery } from '../../engine/query-syntax.ts';
import { WHOLE_SCOPE } from '../../engine/scope-filter.ts';
import type { Select, Selected, Selection } from '../../engine/selection.ts';

/** Returns how many products a set has; 0 for a set that was not counted. */
export type TotalOf = (set: EngineQuery) => number;

/** Throws what `select` throws. */
export const countSets = async (sets: readonly EngineQuery[], select: Select): Promise<TotalOf> =>
  totalsOf(sets, await select(sets.map(inWholeScope)));

/**
 * Counts the products with each of these stems. Unlike the frequencies of ranking, the counts are not cached: every API
 * process must choose the same words (decision 0106). Throws what `select` throws.
 */
export const countStems = async (stems: readonly string[], select: Select): Promise<(stem: string) => number> =>
  totalsOf(stems, await select(stems.map((stem) => inWholeScope({ q: `${asPhrase(stem)} `, conditions: [] }))));

export const inWholeScope = (set: EngineQuery): Selection => ({ ...set, filter: WHOLE_SCOPE });

/** Returns the totals by what was counted: `selected` has the results in the order of `counted`. */
export function totalsOf<T>(counted: readonly T[], selected: readonly Selected[]): (each: T) => number {
  const totals = new Map(counted.map((each, index) => [each, selected[index]?.total ?? 0]));
  return (each) => totals.get(each) ?? 0;
}
