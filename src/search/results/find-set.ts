/**
 * Finds the set of a query: the products with all words as typed, those of a set that the query rather means, or those of
 * `set/choose-set.ts` if no product has all words. The filter of a request has no part in what the query means: it only
 * narrows the set, so choosing it never finds more.
 */
import type { EngineSession } from '../engine/engine.ts';
import type { EngineQuery } from '../engine/query-syntax.ts';
import { isWholeScope } from '../engine/scope-filter.ts';
import type { Select } from '../engine/selection.ts';
import type { ResolvedQuery } from '../meaning/resolve.ts';
import { contentTerms, hasMarks, type Query, tokensOf, withoutMarks } from '../query/query.ts';
import { isReread } from '../query/rewrite.ts';
import type { Ranking } from '../ranking/rank.ts';
import { limitWords } from '../retrieval/word-limit.ts';
import { type MeasuredSet, type Measures, measureSet } from './measure-set.ts';
import { chooseOtherSet } from './set/choose-set.ts';
import { correctQuery } from './set/corrected-query.ts';
import { countStems, type TotalOf } from './set/count-sets.ts';
import {
  JOINED_OR_SEPARATED_FACTOR,
  joinedAndSeparated,
  largestSet,
  separatedAsInTitles,
} from './set/joined-and-separated.ts';
import { EVERYTHING, identifiedSets, setsOfKana, setsOfKinds, strictSets } from './set/set-queries.ts';
import { setsOfUnfinished, type UnfinishedWord, unfinishedSet } from './set/unfinished-word.ts';

interface SetRequest {
  /** Null: all products. */
  readonly query: Query | null;
  readonly measures: Measures;
  readonly session: Pick<EngineSession, 'select' | 'loadTexts'>;
  /** The ranking of the query in the whole scope. Read only if no product has all words as typed. */
  readonly findRanking: () => Promise<Ranking>;
}

export interface FoundSet extends MeasuredSet {
  /** The query as searched, with all of its terms; null: all products. */
  readonly query: Query | null;
  readonly set: EngineQuery;
  /** See `ChosenSet`. */
  readonly isRelaxed: boolean;
  /** The query as it was understood, if words of it are misspelt. */
  readonly correctedQuery: string | null;
  /** What the words mean, if no product has all of them as typed. Null: the words as typed. */
  readonly resolved: ResolvedQuery | null;
}

/** Resolves to the set and its measurements, usually with one request. Throws what the session throws. */
export async function findSet(request: SetRequest): Promise<FoundSet> {
  const { query, measures, session } = request;
  if (query === null) return await measure(request, EVERYTHING, false);
  const searched = await limitWords(query, (stems) => countStems(stems, session.select));
  const searchedTokens = tokensOf(searched.terms);
  const lacksWord = tokensOf(contentTerms(query.terms)).some((token) => !searchedTokens.includes(token));
  const { whole, unfinished } = strictSets(searched);
  const sets = likelierSets(searched);
  const isFiltered = !isWholeScope(measures.filter);
  const others = [...(isFiltered ? [whole] : []), ...setsOfUnfinished(unfinished), ...Object.values(sets).flat()];
  const { totalOf, ...measured } = await measureSet(session.select, measures, whole, others);
  const total = isFiltered ? totalOf(whole) : measured.total;
  const asTyped = { ...measured, query, set: whole, isRelaxed: lacksWord, correctedQuery: null, resolved: null };
  if (total === 0 && hasMarks(searched)) return await findSet({ ...request, query: withoutMarks(query) });
  if (total === 0)
    return (await findLooserSet(request, { searched, unfinished, lacksWord })) ?? { ...asTyped, isRelaxed: false };
  const likelier = await likelierSet({ searched, unfinished, total, sets, totalOf, select: session.select });
  return likelier === null ? asTyped : await measure(request, likelier, lacksWord);
}

/** The sets that a query may mean although products have all of its words as typed, beside those of an unfinished word. */
const likelierSets = (searched: Query) => ({
  ofKinds: setsOfKinds(searched),
  ofKana: setsOfKana(searched),
  identified: identifiedSets(searched),
  joinedAndSeparated: joinedAndSeparated(searched),
});

interface CountedSets {
  readonly searched: Query;
  readonly unfinished: UnfinishedWord | null;
  /** Of the products with all words as typed. */
  readonly total: number;
  readonly sets: ReturnType<typeof likelierSets>;
  readonly totalOf: TotalOf;
  readonly select: Select;
}

/** The first set of which the totals show that the query means it rather than its words as typed; null if there is none. */
async function likelierSet({ searched, unfinished, total, sets, totalOf, select }: CountedSets) {
  return (
    (unfinished === null ? null : await unfinishedSet({ word: unfinished, total, totalOf, select })) ??
    largestSet(sets.ofKinds, totalOf, total + 1) ??
    largestSet(sets.ofKana, totalOf, total + 1) ??
    // These sets also have the products whose title has the identifier as typed, so one more product is enough.
    largestSet(sets.identified, totalOf, total + 1) ??
    largestSet(sets.joinedAndSeparated, totalOf, JOINED_OR_SEPARATED_FACTOR * total) ??
    (await separatedAsInTitles({ query: searched, total, select }))
  );
}

interface StrictSearch {
  /** The query with the words that are searched. */
  readonly searched: Query;
  readonly unfinished: UnfinishedWord | null;
  /** Whether it lacks words of the whole query. */
  readonly lacksWord: boolean;
}

/** The set if no product has all words as typed. Null if there is none. */
async function findLooserSet(
  request: SetRequest,
  { searched: query, unfinished, lacksWord }: StrictSearch,
): Promise<FoundSet | null> {
  const { session } = request;
  const ranking = await request.findRanking();
  if (request.query !== null && isReread(ranking.query, request.query))
    return await findSet({ ...request, query: ranking.query });
  const chosen = await chooseOtherSet({ query, ranking, unfinished, select: session.select });
  if (chosen === null) return null;
  const { set, isRelaxed, isCorrected } = chosen;
  const [found, correctedQuery] = await Promise.all([
    measure(request, set, isRelaxed || lacksWord),
    isCorrected ? correctQuery({ query, words: ranking.words, set, session }) : null,
  ]);
  return { ...found, correctedQuery, query: ranking.query, resolved: ranking.resolved };
}

async function measure({ query, measures, session }: SetRequest, set: EngineQuery, isRelaxed: boolean) {
  const { total, hits, counted } = await measureSet(session.select, measures, set, []);
  return { total, hits, counted, query, set, isRelaxed, correctedQuery: null, resolved: null };
}
