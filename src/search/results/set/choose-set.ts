/**
 * Chooses the set of a query if no product has all of its words as typed. First tries what the words may mean: an
 * identifier, a synonym, an unfinished word, a misspelt word. Otherwise leaves out words: as few as possible, and those
 * that the best product lacks.
 */
import { asPhrase, type EngineQuery, engineQueryOf, queryText } from '../../engine/query-syntax.ts';
import type { Select } from '../../engine/selection.ts';
import type { WordMeaning } from '../../meaning/resolve.ts';
import {
  contentTerms,
  distinctTokens,
  prefixToken,
  type Query,
  type QueryToken,
  type Wording,
  withoutStopWords,
} from '../../query/query.ts';
import type { Ranking } from '../../ranking/rank.ts';
import { stemmedSearches } from '../../retrieval/subset-searches.ts';
import { searchWithExactNumbers } from '../../retrieval/text-searches.ts';
import { analyzerOf } from '../../text/analyzer.ts';
import { withoutQuotes } from '../../text/split-query.ts';
import { separateDigits, separateName } from '../../text/word-breaks.ts';
import { countSets } from './count-sets.ts';
import { mayBePrefix, otherSets, withAllKinds } from './set-queries.ts';
import { type SetWord, setWordOf } from './set-words.ts';
import { subsetsOf } from './subsets.ts';
import type { UnfinishedWord } from './unfinished-word.ts';

export interface ChosenSet {
  readonly set: EngineQuery;
  /** Whether words were left out, or no product has the words of a phrase next to each other. */
  readonly isRelaxed: boolean;
  /** Whether the set has the misspelt words of the query as they are meant. */
  readonly isCorrected: boolean;
}

interface Choice {
  readonly query: Query;
  /** What the words of the query mean. */
  readonly ranking: Pick<Ranking, 'words' | 'resolved'>;
  /** See `StrictSets`. */
  readonly unfinished: UnfinishedWord | null;
  readonly select: Select;
}

/**
 * Counts the sets that a query may mean, with one request, and with another one if all are empty: with all kinds of the
 * products' collections. Null if these are empty, too. Throws what `select` throws.
 */
export async function chooseOtherSet({ select, ...choice }: Choice): Promise<ChosenSet | null> {
  const sets = possibleSets(choice);
  return (await firstWithProducts(sets, select)) ?? (await firstWithProducts(sets.map(ofAllKinds), select));
}

async function firstWithProducts(sets: readonly ChosenSet[], select: Select): Promise<ChosenSet | null> {
  const counted = sets.map(({ set }) => set);
  const totalOf = await countSets(counted, select);
  return sets.find(({ set }) => totalOf(set) > 0) ?? null;
}

const ofAllKinds = (chosen: ChosenSet): ChosenSet => ({ ...chosen, set: withAllKinds(chosen.set) });

/** The sets that a query may mean, the likeliest first. */
function possibleSets({ query, ranking, unfinished }: Omit<Choice, 'select'>): readonly ChosenSet[] {
  const asTyped = (set: EngineQuery): ChosenSet => ({ set, isRelaxed: false, isCorrected: false });
  const others = otherSets(query, unfinished).map(asTyped);
  return query.isIdentifier ? others : [...others, ...setsByWords(query, ranking)];
}

/** The sets with all known words, then with unknown words in other forms, then with fewer words. */
function setsByWords(query: Query, { words, resolved }: Choice['ranking']): readonly ChosenSet[] {
  // Includes the words of phrases one by one, because no product has the phrase.
  const tokens = distinctTokens(contentTerms(query.terms));
  if (tokens.length === 0) return [];
  const splitsPhrase = query.terms.some(({ isPhrase }) => isPhrase);
  const ofQuery = words.filter(({ token }) => tokens.some((each) => each.token === token));
  const known = withoutLoneUnits(ofQuery.map((word) => setWordOf(word, resolved.meanings)));
  const unknown = tokens.filter(({ token }) => !known.some((word) => word.token === token));
  const subsets = subsetsOf(known).map((some) => ({
    set: engineQueryOf(query, searchOf(query, some)),
    isRelaxed: splitsPhrase || some.length < tokens.length,
    isCorrected: true,
  }));
  const uncorrected = (q: string, isRelaxed: boolean): ChosenSet => ({
    set: engineQueryOf(query, q),
    isRelaxed,
    isCorrected: false,
  });
  // The first subset has all known words.
  const [whole, fewer] = unknown.length === 0 ? [subsets.slice(0, 1), subsets.slice(1)] : [[], subsets];
  const parts = partSearches(query, resolved.meanings).map((q) => uncorrected(q, true));
  // A part of a compound that is the whole query is likelier than two typing errors: `skor` than `Vintersov` for
  // `vinterskor`.
  const [likelyParts, otherParts] = known.length === 0 ? [parts, []] : [[], parts];
  return [
    ...whole,
    ...likelyParts,
    ...lenientSearches(query, unknown, resolved.meanings).map((q) => uncorrected(q, splitsPhrase)),
    ...fewer,
    ...otherParts,
  ];
}

/** The known words, without a unit whose number is unknown. */
const withoutLoneUnits = (words: readonly (SetWord | null)[]): readonly SetWord[] =>
  words.flatMap((word, index) => (word === null || (word.isUnit && words[index - 1] === null) ? [] : word));

/** The whole query with typing errors, except in numbers, and with other forms of its unknown words. */
function lenientSearches(
  query: Query,
  unknown: readonly QueryToken[],
  meanings: readonly WordMeaning[],
): readonly string[] {
  const content = withoutStopWords(query);
  return [searchWithExactNumbers(content), ...stemmedSearches(query, unknown), ...separatedAsTyped(content, meanings)];
}

/** Only the part of a compound that says most. */
const partSearches = (query: Query, meanings: readonly WordMeaning[]): readonly string[] =>
  meanings.filter(({ kind }) => kind === 'part').map(({ meant }) => queryText(query, meant.map(asPhrase)));

/** The query as typed, with unknown names and their numbers apart: `air max 270` for `airmax270`. */
function separatedAsTyped(wording: Wording, meanings: readonly WordMeaning[]): readonly string[] {
  const { terms } = wording;
  const isName = ({ token }: QueryToken) =>
    separateName(token) !== null && meanings.some((meaning) => meaning.token === token);
  if (!terms.some(({ tokens }) => tokens.some(isName))) return [];
  const apart = terms.map((term) => (term.tokens.some(isName) ? { ...term, typed: separateDigits(term.typed) } : term));
  return [searchWithExactNumbers({ ...wording, terms: apart })];
}

/** Only the last word may be unfinished. If it has few letters, it may be, as in a search for the corrected query. */
function searchOf(query: Query, words: readonly SetWord[]): string {
  const texts = words.map((word) => word.q);
  const last = words.at(-1);
  const isLast = last !== undefined && last.token === prefixToken(query)?.token;
  if (!isLast || !(last.isPrefix || mayBeUnfinished(last, query))) return queryText(query, texts);
  return queryText(query, [...texts.slice(0, -1), withoutQuotes(last.q)], true);
}

/** Whether a word, correctly spelt, may be unfinished by the rule of `strictSearch`. */
function mayBeUnfinished({ token, stem, corrected, q }: SetWord, { language }: Query): boolean {
  const meant = corrected ?? token;
  const stemPrefix = analyzerOf(language).stemPrefix(meant);
  return q === asPhrase(meant) && mayBePrefix({ token: meant, stem: corrected ?? stem, stemPrefix, marked: null });
}
