/** Finds the set of a query, and measures it: the products with all words as typed, or those of `choose-set.ts` if there is none. */
import type { Query } from '../query/query.ts';
import type { EngineSession } from '../retrieval/engine.ts';
import type { SetQuery } from '../retrieval/selection.ts';
import { type ChosenSet, chooseOtherSet, withSearchableWords } from './choose-set.ts';
import { type MeasuredSet, type Measures, measureSet, type Select } from './measure-set.ts';
import { EVERYTHING, isUnfinished, strictSets } from './set-queries.ts';

export interface SetRequest {
  /** Null: all products. */
  readonly query: Query | null;
  /** What the shopper typed. */
  readonly text: string;
  readonly measures: Measures;
  /** Sends its requests under the concurrency limit. */
  readonly session: Pick<EngineSession, 'select' | 'readTexts'>;
}

export interface FoundSet extends MeasuredSet, ChosenSet {}

const AS_TYPED = { isRelaxed: false, correctedQuery: null };

/** Throws what the session throws. */
export async function findSet({ query, text, measures, session }: SetRequest): Promise<FoundSet> {
  const select: Select = session.select;
  const measure = (set: SetQuery, others?: readonly SetQuery[]) => measureSet(select, set, measures, others);
  if (query === null) return { ...(await measure(EVERYTHING)), ...AS_TYPED };

  const searched = await withSearchableWords(query, session);
  const understood = { isRelaxed: searched !== query, correctedQuery: null };
  const { whole, unfinished } = strictSets(searched);
  const first = await measure(whole, unfinished === null ? [] : [unfinished.begun, unfinished.asTyped]);
  const { total } = first.whole;
  const [begun = 0, asTyped = 0] = first.otherTotals;
  if (unfinished !== null && isUnfinished(total, begun, asTyped))
    return { ...(await measure(unfinished.begun)), ...understood };
  if (total > 0) return { ...first, ...understood };

  const chosen = await chooseOtherSet({ query: searched, text, filter: measures.filter, session });
  if (chosen === null) return { ...first, ...AS_TYPED };
  const { isRelaxed, correctedQuery } = chosen;
  return { ...(await measure(chosen.set)), isRelaxed: isRelaxed || understood.isRelaxed, correctedQuery };
}
