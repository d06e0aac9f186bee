/** Counts how many products have the words of a query, for the choice of the words to search. */
import { asPhrase } from '../../engine/query-syntax.ts';
import { WHOLE_SCOPE } from '../../engine/scope-filter.ts';
import type { Select, Selection } from '../../engine/selection.ts';

/**
 * Resolves to a function that returns how many products have each of these stems. Unlike the frequencies of ranking, the
 * counts are not cached: every API process must choose the same words (decision 0106). Throws what `select` throws.
 */
export async function countStems(stems: readonly string[], select: Select): Promise<(stem: string) => number> {
  const selected = await select(stems.map(selectionOf));
  const totals = new Map(stems.map((stem, index) => [stem, selected[index]?.total ?? 0]));
  return (stem) => totals.get(stem) ?? 0;
}

/** The products of the scope that have a stem. */
const selectionOf = (stem: string): Selection => ({ q: `${asPhrase(stem)} `, conditions: [], filter: WHOLE_SCOPE });
