/** Finds the set of a query: the products with all words as typed, or those of `set/choose-set.ts` if there is none. */

import type { EngineSession } from '../engine/engine.ts';
import { inOneList, underLabels } from '../engine/labelled.ts';
import type { SearchFilter } from '../engine/scope-filter.ts';
import type { SetQuery } from '../engine/selection.ts';
import { weightOfBeginning } from '../index/term-weights.ts';
import { separatedQuery } from '../query/parse.ts';
import { contentTerms, type Query, tokensOf } from '../query/query.ts';
import { SCORED_HITS } from '../retrieval/text-searches.ts';
import { limitWords } from '../retrieval/word-limit.ts';
import { type ChosenSet, chooseOtherSet } from './set/choose-set.ts';
import {
  EVERYTHING,
  identifiedSets,
  isOtherStem,
  selectionOfStem,
  showsUnfinished,
  strictSets,
  totalsByStem,
  type UnfinishedWord,
} from './set/set-queries.ts';
import { largerSet, mostUsual, otherSpellings, usualInTitles } from './set/usual-spelling.ts';

/** The measurements that every set has. */
export interface Measured {
  readonly total: number;
  /** The totals of the `others` that `measure` counted. */
  readonly otherTotals: readonly number[];
}

export interface SetRequest<M extends Measured> {
  /** Null: all products. */
  readonly query: Query | null;
  readonly filter: SearchFilter;
  /** Measures a set, and counts others, in one request to the engine. */
  readonly measure: (set: SetQuery, others?: readonly SetQuery[]) => Promise<M>;
  readonly session: Pick<EngineSession, 'select' | 'readTexts'>;
}

const AS_TYPED = { isRelaxed: false, correctedQuery: null };

/** Resolves to the set and its measurements, usually with one request. Throws what `measure` and the session throw. */
export async function findSet<M extends Measured>(request: SetRequest<M>): Promise<M & ChosenSet> {
  const { query, filter, measure, session } = request;
  const measured = async (chosen: ChosenSet) => ({ ...(await measure(chosen.set)), ...chosen });
  if (query === null) return await measured({ set: EVERYTHING, ...AS_TYPED });

  const searched = await limitWords(query, (stems) => countStems(stems, session));
  const searchedTokens = tokensOf(searched.terms);
  const lacksWord = tokensOf(contentTerms(query.terms)).some((token) => !searchedTokens.includes(token));
  const understood = { isRelaxed: lacksWord, correctedQuery: null };
  const { whole, unfinished: last } = strictSets(searched);
  const others = {
    unfinished: last === null ? [] : [last.begun, last.asTyped, ...(last.written === null ? [] : [last.written])],
    identified: identifiedSets(searched),
    spellings: otherSpellings(searched),
  };
  const first = await measure(whole, inOneList(others));
  const counted = underLabels(first.otherTotals, others);
  const [begun = 0, asTyped = 0, written = asTyped] = counted.unfinished;
  const totals = { whole: first.total, begun, asTyped, written };
  if (last !== null && showsUnfinished(totals)) {
    const longer = isOtherStem(totals) ? asTyped : await countLonger(last, request);
    if (longer === SCORED_HITS || showsUnfinished({ ...totals, begun: first.total + longer }))
      return await measured({ set: last.begun, ...understood });
  }
  if (first.total > 0) {
    const { total } = first;
    const usual =
      largerSet(others.identified, counted.identified, total) ??
      mostUsual(others.spellings, counted.spellings, total) ??
      (await usualInTitles({ query: searched, total, filter, session }));
    return usual === null ? { ...first, set: whole, ...understood } : await measured({ set: usual, ...understood });
  }

  const chosen = await chooseOtherSet({ query: searched, filter, session });
  const apart = chosen === null ? separatedQuery(query) : null;
  if (apart !== null) return await findSet({ ...request, query: apart });
  if (chosen === null) return { ...first, set: whole, ...AS_TYPED };
  return await measured({ ...chosen, isRelaxed: chosen.isRelaxed || understood.isRelaxed });
}

/** Doesn't read cached counts: every API process must choose the same words (decision 0106). */
const countStems = async (stems: readonly string[], { select }: Pick<EngineSession, 'select'>) =>
  totalsByStem(stems, await select(stems.map(selectionOfStem)));

/**
 * Counts the products with a longer word among the first hits. The total can't tell: the engine also counts products
 * with a similar word, as shirts for `skirt`. It returns those last.
 */
async function countLonger(
  { beginning, longer }: UnfinishedWord,
  { filter, session }: Pick<SetRequest<Measured>, 'filter' | 'session'>,
): Promise<number> {
  const [selected] = await session.select([{ ...longer, filter, limit: SCORED_HITS }]);
  return (selected?.hits ?? []).filter(({ termWeights }) => weightOfBeginning(termWeights, beginning) > 0).length;
}
