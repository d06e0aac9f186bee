/**
 * Finds the set of a query: the products with all words as typed, or those of `set/choose-set.ts` if there is none. The
 * filter of a request has no part in what the query means: it only narrows the set, so choosing it never finds more.
 */
import type { EngineSession } from '../engine/engine.ts';
import { inOneList, type Labelled, underLabels } from '../engine/labelled.ts';
import type { EngineQuery } from '../engine/query-syntax.ts';
import { isWholeScope, WHOLE_SCOPE } from '../engine/scope-filter.ts';
import { weightOf, weightOfPrefix } from '../index/term-weights.ts';
import { type ResolvedQuery, stemOfInflected } from '../meaning/resolve.ts';
import { vocabularyOf } from '../meaning/vocabulary.ts';
import { separatedQuery, withKnownSynonyms } from '../query/parse.ts';
import { contentTerms, type Query, tokensOf } from '../query/query.ts';
import type { Ranking } from '../ranking/rank.ts';
import { SCORED_HITS } from '../retrieval/limits.ts';
import { limitWords } from '../retrieval/word-limit.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { type MeasuredSet, type Measures, measureSet } from './measure-set.ts';
import { chooseOtherSet } from './set/choose-set.ts';
import { correctQuery } from './set/corrected-query.ts';
import { countStems } from './set/count-stems.ts';
import {
  JOINED_OR_SEPARATED_FACTOR,
  joinedAndSeparated,
  largestSet,
  separatedAsInTitles,
} from './set/joined-and-separated.ts';
import {
  EVERYTHING,
  identifiedSets,
  isOtherStem,
  type SetTotals,
  setsOfKinds,
  showsUnfinished,
  strictSets,
  type UnfinishedWord,
  unfinishedFactor,
} from './set/set-queries.ts';

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
  const counted = {
    whole: isWholeScope(measures.filter) ? [] : [whole],
    ...setsToCount(unfinished),
    ofKinds: setsOfKinds(searched),
    identified: identifiedSets(searched),
    joinedAndSeparated: joinedAndSeparated(searched),
  };
  const first = await measureSet(session.select, measures, whole, inOneList(counted));
  const totals = underLabels(first.otherTotals, counted);
  const total = totals.whole[0] ?? first.total;
  const asTyped = { ...first, query, set: whole, isRelaxed: lacksWord, correctedQuery: null, resolved: null };
  if (total === 0)
    return (await findLooserSet(request, { searched, unfinished, lacksWord })) ?? { ...asTyped, isRelaxed: false };
  const usual =
    (unfinished === null ? null : await unfinishedSet(unfinished, totalsOf(total, totals), request)) ??
    largestSet(counted.ofKinds, totals.ofKinds, total + 1) ??
    // These sets also have the products whose title has the identifier as typed, so one more product is enough.
    largestSet(counted.identified, totals.identified, total + 1) ??
    largestSet(counted.joinedAndSeparated, totals.joinedAndSeparated, JOINED_OR_SEPARATED_FACTOR * total) ??
    (await separatedAsInTitles({ query: searched, total, session }));
  return usual === null ? asTyped : await measure(request, usual, lacksWord);
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
  const meant = withKnownSynonyms(query, (stem) => ranking.words.some((word) => word.stem === stem));
  if (meant !== null) return await findSet({ ...request, query: meant });
  const chosen = await chooseOtherSet({ query, ranking, unfinished, select: session.select });
  if (chosen === null) {
    const apart = separatedQuery(query);
    return apart === null ? null : await findSet({ ...request, query: apart });
  }
  const { set, isRelaxed, isCorrected } = chosen;
  const [found, correctedQuery] = await Promise.all([
    measure(request, set, isRelaxed || lacksWord),
    isCorrected ? correctQuery({ query, words: ranking.words, set, session }) : null,
  ]);
  return { ...found, correctedQuery, query: ranking.query, resolved: ranking.resolved };
}

async function measure(
  { query, measures, session }: SetRequest,
  set: EngineQuery,
  isRelaxed: boolean,
): Promise<FoundSet> {
  return {
    ...(await measureSet(session.select, measures, set)),
    query,
    set,
    isRelaxed,
    correctedQuery: null,
    resolved: null,
  };
}

/** The sets whose totals show whether the last word is unfinished. */
const setsToCount = (word: UnfinishedWord | null) => ({
  asPrefix: word === null ? [] : [word.asPrefix],
  wordOrStem: word === null ? [] : [word.wordOrStem],
  exactWord: word === null || word.exactWord === null ? [] : [word.exactWord],
});

/** Without a set of `exactWord`, its total is that of `wordOrStem`: the word is its own stem. */
const totalsOf = (
  whole: number,
  { asPrefix: [asPrefix = 0], wordOrStem: [wordOrStem = 0], exactWord: [exactWord = wordOrStem] }: CountedTotals,
): SetTotals => ({ whole, asPrefix, wordOrStem, exactWord });

type CountedTotals = Labelled<keyof ReturnType<typeof setsToCount>, number>;

/** The set with the last word as a prefix; null if the totals don't show that the word is unfinished. */
async function unfinishedSet(
  word: UnfinishedWord,
  totals: SetTotals,
  request: SetRequest,
): Promise<EngineQuery | null> {
  const factor = unfinishedFactor(word.language);
  if (!showsUnfinished(totals, factor)) return null;
  if (isOtherStem(totals)) return word.asPrefix;
  const longer = await countLonger(word, request);
  if (longer < SCORED_HITS && !showsUnfinished({ ...totals, asPrefix: totals.whole + longer }, factor)) return null;
  return word.asPrefix;
}

/**
 * Counts the products with a longer word among the first hits, or with a word of which it may become a form. The total
 * can't tell: the engine also counts products with a similar word, as shirts for `skirt`. It returns those last.
 */
async function countLonger({ stemPrefix, longer, language }: UnfinishedWord, { session }: SetRequest): Promise<number> {
  const [selected] = await session.select([{ ...longer, filter: WHOLE_SCOPE, limit: SCORED_HITS }]);
  const hits = selected?.hits ?? [];
  const inflected = stemOfInflected(stemPrefix, vocabularyOf(hits), analyzerOf(language));
  const isForm = (termWeights: string) => inflected !== null && weightOf(termWeights, inflected) > 0;
  return hits.filter(({ termWeights }) => weightOfPrefix(termWeights, stemPrefix) > 0 || isForm(termWeights)).length;
}
