/**
 * Chooses the set of a query of which no product has all words as typed. First comes what may be meant by these words: an unfinished word,
 * an identifier, a synonym, or a word spelt right. Otherwise words are left out: as few as possible, and of equally few the most common.
 */
import { NO_FREQUENCIES, rarityOf, type StemFrequencies } from '../index/stem-frequencies.ts';
import { vocabularyOf } from '../index/vocabulary.ts';
import { contentTerms, type Query, type QueryToken } from '../query/query.ts';
import { type ResolvedTerm, resolveQuery } from '../query/resolve.ts';
import type { EngineSession } from '../retrieval/engine.ts';
import type { SearchFilter } from '../retrieval/scope-filter.ts';
import type { Selected, SetQuery } from '../retrieval/selection.ts';
import { asStem, SCORED_HITS, searchAsTyped, searchFor } from '../retrieval/text-searches.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { correctText } from './correction.ts';
import { EVERYTHING, otherSets, setOf } from './set-queries.ts';
import { subsetsOf } from './subsets.ts';

export interface ChosenSet {
  readonly set: SetQuery;
  /** Whether words were left out. */
  readonly isRelaxed: boolean;
  /** The query as it was understood, if words of it are misspelt. */
  readonly correctedQuery: string | null;
}

interface Choice {
  readonly query: Query;
  /** What the shopper typed. */
  readonly text: string;
  readonly filter: SearchFilter;
  readonly session: EngineSession;
}

/** A word of the query, as the engine should search it. */
interface KnownWord {
  readonly written: string;
  readonly stem: string;
  readonly isPrefix: boolean;
}

/** Null if no word of the query is found. Throws what the session throws. */
export async function chooseOtherSet(choice: Choice): Promise<ChosenSet | null> {
  const { query, filter, session } = choice;
  const others = otherSets(query);
  const tokens = distinctTokens(query);
  const typed = setOf(query, searchAsTyped(query, contentTerms(query.terms)));
  const alone = tokens.length > 1 ? tokens.map((token) => setOf(query, searchFor(query, [token.token]))) : [];
  const words = query.isIdentifier ? [] : [typed, ...alone];
  const selected = await session.select([
    ...others.map((set) => ({ ...set, filter })),
    ...words.map((set, index) => ({ ...set, filter, limit: index === 0 ? SCORED_HITS : HITS_OF_ONE_WORD })),
    ...[EVERYTHING, ...tokens.map(countedSet)].map((set) => ({ ...set, filter: {} })),
  ]);
  const meant = others.find((_set, index) => isFound(selected[index]));
  if (meant !== undefined) return { set: meant, isRelaxed: false, correctedQuery: null };
  if (query.isIdentifier) return null;
  const byWords = selected.slice(others.length, others.length + words.length);
  const [all, ...counts] = selected.slice(others.length + words.length).map(({ total }) => total);
  const frequencies = frequenciesOf(tokens, counts, all ?? 0);
  return await chooseByMeaning({ ...choice, tokens, typed, byWords, frequencies });
}

const HITS_OF_ONE_WORD = 10;

interface Meaning extends Choice {
  readonly tokens: readonly QueryToken[];
  /** The query as typed, with typing errors allowed. */
  readonly typed: SetQuery;
  /** What it found, and what each word alone found. */
  readonly byWords: readonly Selected[];
  readonly frequencies: StemFrequencies;
}

async function chooseByMeaning(meaning: Meaning): Promise<ChosenSet | null> {
  const { query, text, filter, session, tokens, typed, byWords, frequencies } = meaning;
  const found = byWords.flatMap(({ hits }) => hits);
  const { terms } = resolveQuery(query, vocabularyOf(found, frequencies), analyzerOf(query.language));
  const wanted = new Set(tokens.map(({ token }) => token));
  const known = terms
    .filter(({ token, isUnknown }) => wanted.has(token) && !isUnknown)
    .map((term) => knownWord(term, frequencies));
  const setOfWords = (words: readonly KnownWord[]) => setOf(query, searchOf(query, words));
  const isWhole = known.length === tokens.length;
  const subsets = subsetsOf(known, ({ stem }) => rarityOf(stem, frequencies));
  const candidates = [
    ...(isWhole ? [{ set: setOfWords(known), isRelaxed: false }] : []),
    { set: typed, isRelaxed: false },
    ...subsets.map((words) => ({ set: setOfWords(words), isRelaxed: words.length < tokens.length })),
  ];
  const selected = await session.select(candidates.map(({ set }) => ({ ...set, filter })));
  const chosen = candidates.find((_candidate, index) => isFound(selected[index]));
  if (chosen === undefined) return null;
  const corrections = terms.filter(({ corrected }) => corrected !== null);
  const correctedQuery = await correctText({ text, query, corrections, found, session });
  return { ...chosen, correctedQuery };
}

const isFound = (selected: Selected | undefined): boolean => selected !== undefined && selected.total > 0;

const knownWord = ({ stem, corrected, prefix, token }: ResolvedTerm, { of }: StemFrequencies): KnownWord =>
  corrected === null && prefix !== null && of(stem) === 0
    ? { written: prefix, stem: token, isPrefix: true }
    : { written: asStem({ stem: corrected ?? stem }), stem: corrected ?? stem, isPrefix: false };

/** Only the last word may be unfinished. */
const searchOf = (query: Query, words: readonly KnownWord[]) =>
  searchFor(
    query,
    words.map(({ written }) => written),
    words.at(-1)?.isPrefix ?? false,
  );

/** The words of phrases are words like all others: no product has the phrase. */
const distinctTokens = (query: Query): readonly QueryToken[] => [
  ...new Map(contentTerms(query.terms).flatMap(({ tokens }) => tokens.map((each) => [each.token, each]))).values(),
];

const countedSet = ({ stem }: QueryToken): SetQuery => ({ q: `${asStem({ stem })} `, conditions: [] });

function frequenciesOf(tokens: readonly QueryToken[], counts: readonly number[], products: number): StemFrequencies {
  const byStem = new Map(tokens.map(({ stem }, index) => [stem, counts[index] ?? 0]));
  return { ...NO_FREQUENCIES, of: (stem) => byStem.get(stem) ?? 0, products };
}
