/** Finds the set of a query: the products with all words as typed, or those of `set/choose-set.ts` if there is none. */
import type { EngineSession } from '../engine/engine.ts';
import { inOneList, underLabels } from '../engine/labelled.ts';
import type { SetQuery } from '../engine/selection.ts';
import { weightOfBeginning } from '../index/term-weights.ts';
import { separatedQuery } from '../query/parse.ts';
import { contentTerms, type Query, tokensOf } from '../query/query.ts';
import type { Ranking } from '../ranking/rank.ts';
import { SCORED_HITS } from '../retrieval/text-searches.ts';
import { limitWords } from '../retrieval/word-limit.ts';
import { type MeasuredSet, type Measures, measureSet } from './measure-set.ts';
import { chooseOtherSet } from './set/choose-set.ts';
import { correctQuery } from './set/corrected-query.ts';
import { joinedAndSeparated, largerSet, mostUsual, separatedAsInTitles } from './set/joined-and-separated.ts';
import {
  EVERYTHING,
  identifiedSets,
  isOtherStem,
  type SetTotals,
  selectionOfStem,
  showsUnfinished,
  strictSets,
  totalsByStem,
  type UnfinishedWord,
} from './set/set-queries.ts';

export interface SetRequest {
  /** Null: all products. */
  readonly query: Query | null;
  readonly measures: Measures;
  readonly session: Pick<EngineSession, 'select' | 'readTexts'>;
  /** The ranking of the query. Read only if no product has all words as typed. */
  readonly findRanking: () => Promise<Ranking>;
}

export interface FoundSet extends MeasuredSet {
  readonly set: SetQuery;
  /** See `ChosenSet`. */
  readonly isRelaxed: boolean;
  /** The query as it was understood, if words of it are misspelt. */
  readonly correctedQuery: string | null;
}

/** Resolves to the set and its measurements, usually with one request. Throws what the session throws. */
export async function findSet(request: SetRequest): Promise<FoundSet> {
  const { query, measures, session } = request;
  const { filter } = measures;
  const measured = async (set: SetQuery, isRelaxed: boolean): Promise<FoundSet> => ({
    ...(await measureSet(session.select, measures, set)),
    set,
    isRelaxed,
    correctedQuery: null,
  });
  if (query === null) return await measured(EVERYTHING, false);

  const searched = await limitWords(query, (stems) => countStems(stems, session));
  const searchedTokens = tokensOf(searched.terms);
  const lacksWord = tokensOf(contentTerms(query.terms)).some((token) => !searchedTokens.includes(token));
  const { whole, unfinished } = strictSets(searched);
  const alternatives = {
    unfinished: unfinished === null ? [] : setsToCount(unfinished),
    identified: identifiedSets(searched),
    joinedAndSeparated: joinedAndSeparated(searched),
  };
  const first = await measureSet(session.select, measures, whole, inOneList(alternatives));
  const { total } = first;
  const counted = underLabels(first.otherTotals, alternatives);
  const [begun = 0, asTyped = 0, written = asTyped] = counted.unfinished;
  const totals = { whole: total, begun, asTyped, written };
  const prefixSet = unfinished === null ? null : await unfinishedSet(unfinished, totals, request);
  if (prefixSet !== null) return await measured(prefixSet, lacksWord);
  if (total > 0) {
    const usual =
      largerSet(alternatives.identified, counted.identified, total) ??
      mostUsual(alternatives.joinedAndSeparated, counted.joinedAndSeparated, total) ??
      (await separatedAsInTitles({ query: searched, total, filter, session }));
    return usual === null
      ? { ...first, set: whole, isRelaxed: lacksWord, correctedQuery: null }
      : await measured(usual, lacksWord);
  }

  const ranking = await request.findRanking();
  const chosen = await chooseOtherSet({ query: searched, ranking, unfinished, filter, select: session.select });
  const apart = chosen === null ? separatedQuery(query) : null;
  if (apart !== null) return await findSet({ ...request, query: apart });
  if (chosen === null) return { ...first, set: whole, isRelaxed: false, correctedQuery: null };
  const { set, isRelaxed, isCorrected } = chosen;
  const [found, correctedQuery] = await Promise.all([
    measured(set, isRelaxed || lacksWord),
    isCorrected ? correctQuery({ query: searched, words: ranking.words, set, filter, session }) : null,
  ]);
  return { ...found, correctedQuery };
}

/** The sets whose totals show whether the last word is unfinished, in the order of `SetTotals`. */
const setsToCount = ({ begun, asTyped, written }: UnfinishedWord): readonly SetQuery[] =>
  written === null ? [begun, asTyped] : [begun, asTyped, written];

/** The set with the last word as a prefix; null if the totals don't show that the word is unfinished. */
async function unfinishedSet(word: UnfinishedWord, totals: SetTotals, request: SetRequest): Promise<SetQuery | null> {
  if (!showsUnfinished(totals)) return null;
  if (isOtherStem(totals)) return word.begun;
  const longer = await countLonger(word, request);
  return longer === SCORED_HITS || showsUnfinished({ ...totals, begun: totals.whole + longer }) ? word.begun : null;
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
  { measures: { filter }, session }: SetRequest,
): Promise<number> {
  const [selected] = await session.select([{ ...longer, filter, limit: SCORED_HITS }]);
  return (selected?.hits ?? []).filter(({ termWeights }) => weightOfBeginning(termWeights, beginning) > 0).length;
}
