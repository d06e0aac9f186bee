/**
 * Chooses the set of a query if no product has all of its words as typed. First tries what the words may mean: an
 * identifier, a synonym, an unfinished word, a misspelt word. Otherwise leaves out words: as few as possible, and those
 * that the best product lacks.
 */
import { asPhrase, engineQuery, withoutQuotes } from '../../engine/query-syntax.ts';
import { type Selected, type SetQuery, selectLabelled, setOf } from '../../engine/selection.ts';
import type { RankingPayload } from '../../index/ranking-payload.ts';
import {
  contentTerms,
  distinctTokens,
  prefixToken,
  type Query,
  type QueryToken,
  type Wording,
  withoutStopWords,
} from '../../query/query.ts';
import { resolvedStems } from '../../query/resolve.ts';
import { separateDigits, separateName } from '../../query/separate.ts';
import { rarityOf } from '../../query/stem-frequencies.ts';
import { weighByRarity } from '../../ranking/rarity.ts';
import { orderByScore } from '../../ranking/score.ts';
import { compoundEndSearches, shortWordSearches, stemmedSearches } from '../../retrieval/subset-searches.ts';
import { SCORED_HITS, searchAsTyped } from '../../retrieval/text-searches.ts';
import { analyzerOf } from '../../text/analyzer.ts';
import { foldText } from '../../text/fold.ts';
import { type Choice, findMeanings, type WordResults } from './find-meanings.ts';
import { asSeparated, correctedText, type Meaning, weightOfMeaning } from './meanings.ts';
import {
  EVERYTHING,
  mayBePrefix,
  otherSets,
  selectionOfStem,
  totalsByStem,
  type UnfinishedWord,
} from './set-queries.ts';
import { subsetsOf } from './subsets.ts';

export interface ChosenSet {
  readonly set: SetQuery;
  /** Whether words were left out, or no product has the words of a phrase next to each other. */
  readonly isRelaxed: boolean;
  /** The query as it was understood, if words of it are misspelt. */
  readonly correctedQuery: string | null;
}

const HITS_OF_ONE_WORD = 10;

/** Null if no word of the query is found. `unfinished`: see `StrictSets`. Throws what the session throws. */
export async function chooseOtherSet(choice: Choice, unfinished: UnfinishedWord | null): Promise<ChosenSet | null> {
  const { query, filter, session } = choice;
  const others = otherSets(query, unfinished);
  // Includes the words of phrases one by one, because no product has the phrase.
  const tokens = query.isIdentifier ? [] : distinctTokens(contentTerms(query.terms));
  const stems = tokens.map(({ stem }) => stem);
  // The engine tolerates typing errors in words that are not in quotes.
  const alone = tokens.map((token) =>
    setOf(query, engineQuery(query, [token.token], token.token === prefixToken(query)?.token)),
  );
  const names = tokens.flatMap(({ token }) => (separateName(token) === null ? [] : token));
  const short = tokens.flatMap((token) => shortWordSearches(query, [token]).map((q) => ({ q, stem: token.stem })));
  const found = await selectLabelled(session.select, {
    others: others.map((set) => ({ ...set, filter })),
    typed: [{ ...setOf(query, searchAsTyped(withoutStopWords(query))), filter, limit: SCORED_HITS }],
    alone: alone.map((set) => ({ ...set, filter, limit: HITS_OF_ONE_WORD })),
    short: short.map(({ q }) => ({ ...setOf(query, q), filter, limit: SCORED_HITS })),
    names: names.map((token) => ({ ...setOf(query, engineQuery(query, [asSeparated(token)])), filter })),
    everything: [{ ...EVERYTHING, filter: {} }],
    counts: stems.map(selectionOfStem),
  });
  const meant = others.find((_set, index) => isFound(found.others[index]));
  if (meant !== undefined) return { set: meant, isRelaxed: false, correctedQuery: null };
  if (tokens.length === 0) return null;
  const frequencies = { of: totalsByStem(stems, found.counts), products: found.everything[0]?.total ?? 0 };
  const separated = new Map(
    names.filter((_name, index) => isFound(found.names[index])).map((name) => [name, asSeparated(name)]),
  );
  const byShort = found.short.flatMap(({ hits }, index) => (frequencies.of(short[index]?.stem ?? '') > 0 ? [] : hits));
  const hits = { byAll: found.typed[0], byToken: found.alone, byShort };
  return await chooseByMeaning({ ...choice, ...hits, tokens, separated, frequencies });
}

async function chooseByMeaning(results: WordResults): Promise<ChosenSet | null> {
  const { filter, session } = results;
  const { meanings, parts } = await findMeanings(results);
  const candidates = candidatesOf(results, meanings, parts);
  const selected = await session.select(candidates.map(({ set }) => ({ ...set, filter })));
  return candidates.find((_candidate, index) => isFound(selected[index])) ?? null;
}

/** The sets that the query may mean, the likeliest first. */
function candidatesOf(
  results: WordResults,
  meanings: readonly Meaning[],
  parts: readonly string[],
): readonly ChosenSet[] {
  const { query, tokens, byToken, frequencies } = results;
  // The stem of a misspelt word has no count. Use the number of products found with typing errors instead.
  const found = new Map(tokens.map(({ token }, index) => [token, byToken[index]?.total ?? 0]));
  const counts = new Map(meanings.map(({ token, stem }) => [stem, frequencies.of(stem) || (found.get(token) ?? 0)]));
  const known = { of: (stem: string) => counts.get(stem) ?? 0, products: frequencies.products };
  const rarityIn = ({ stem }: Meaning) => rarityOf(known.of(stem), known.products);
  const best = bestProduct({ ...results, frequencies: known }, meanings);
  const bestHas = (meaning: Meaning) => best !== undefined && weightOfMeaning(meaning, best.termWeights) > 0;
  // Each of these sets has the words of a phrase anywhere.
  const splitsPhrase = query.terms.some(({ isPhrase }) => isPhrase);
  const correctedQuery = correctedText(query.text, meanings, query.language);
  const subsets = subsetsOf(meanings, rarityIn, bestHas).map((words) => ({
    set: setOf(query, searchOf(query, words)),
    isRelaxed: splitsPhrase || words.length < tokens.length,
    correctedQuery,
  }));
  const whole = meanings.length === tokens.length ? subsets.slice(0, 1) : [];
  const uncorrected = (isRelaxed: boolean) => (q: string) => ({
    set: setOf(query, q),
    isRelaxed,
    correctedQuery: null,
  });
  const unknown = tokens.filter(({ token }) => !meanings.some((meaning) => meaning.token === token));
  const content = withoutStopWords(query);
  const asTyped = [searchAsTyped(content), ...stemmedSearches(query, unknown), ...separatedAsTyped(content, unknown)];
  return [
    ...whole,
    ...asTyped.map(uncorrected(splitsPhrase)),
    ...subsets.slice(whole.length),
    ...parts.map((part) => engineQuery(query, [asPhrase(part)])).map(uncorrected(true)),
    ...compoundEndSearches(query, unknown).map(uncorrected(true)),
  ];
}

/** The product that ranks first of those found by the query as typed and by each word alone. */
function bestProduct(
  { query, byAll, byToken, frequencies }: WordResults,
  meanings: readonly Meaning[],
): RankingPayload | undefined {
  const stems = meanings.map(({ stem }) => stem);
  const resolved = resolvedStems(stems, analyzerOf(query.language));
  const terms = weighByRarity(resolved.tokens, frequencies, { isWritten: true, has: (stem) => stems.includes(stem) });
  const hits = [byAll, ...byToken].flatMap((selected) => selected?.hits ?? []);
  return orderByScore(hits, () => ({ resolved, terms, synonyms: [], longCompletions: new Set() }))[0];
}

/** The query as typed, with unknown names and their numbers apart: `air max 270` for `airmax270`. */
function separatedAsTyped(wording: Wording, unknown: readonly QueryToken[]): readonly string[] {
  const { terms } = wording;
  const isName = ({ token }: QueryToken) =>
    separateName(token) !== null && unknown.some((each) => each.token === token);
  if (!terms.some(({ tokens }) => tokens.some(isName))) return [];
  const apart = terms.map((term) => (term.tokens.some(isName) ? { ...term, typed: separateDigits(term.typed) } : term));
  return [searchAsTyped({ ...wording, terms: apart })];
}

const isFound = (selected: Selected | undefined): boolean => selected !== undefined && selected.total > 0;

/** Only the last word may be unfinished. If it has few letters, it may be, as in a search for the corrected query. */
function searchOf(query: Query, words: readonly Meaning[]): string {
  const written = words.map((word) => word.written);
  const last = words.at(-1);
  if (last === undefined || last.token !== prefixToken(query)?.token) return engineQuery(query, written);
  if (!last.isPrefix && !mayBeUnfinished(last, query)) return engineQuery(query, written);
  return engineQuery(query, [...written.slice(0, -1), withoutQuotes(last.written)], true);
}

/** Whether the word, correctly spelt, may be unfinished by the rule of `strictSearch`. */
function mayBeUnfinished({ token, stem, written, correction }: Meaning, { language }: Query): boolean {
  const meant = foldText(correction ?? token);
  const { stemBeginning } = analyzerOf(language);
  return written === asPhrase(meant) && mayBePrefix({ token: meant, stem, stemBeginning: stemBeginning(meant) });
}
