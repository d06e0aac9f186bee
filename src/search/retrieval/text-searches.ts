/**
 * Searches by words, as texts in the engine's syntax. The first ones find the products with every word, by its stem:
 * cheap searches without typo tolerance. If they find too few products, the searches of `subset-searches.ts` follow.
 * Pure functions.
 */
import { asPhrase, type EngineQuery, engineQueryOf, queryText } from '../engine/query-syntax.ts';
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import { UNSTEMMED_FIELDS } from '../index/document.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import { areAdjacent, weightOf } from '../index/term-weights.ts';
import {
  contentTerms,
  countWords,
  hasMarks,
  isStopWord,
  MAX_ENGINE_WORDS,
  prefixToken,
  type Query,
  type QueryTerm,
  type QueryToken,
  tokensOf,
  type Wording,
  withoutStopWords,
} from '../query/query.ts';
import { isDecimalToken } from '../text/amounts/decimals.ts';
import { HAS_NUMBER } from '../text/fold.ts';
import { ONE_ERROR_LENGTH } from '../text/misspelling.ts';
import { isUnspaced } from '../text/segment.ts';
import { withoutQuotes } from '../text/split-query.ts';
import { identifierSearch } from './identifier-searches.ts';
import { ENOUGH_HITS } from './limits.ts';

/**
 * The first searches of a wording: without stop words, with the marks that were typed and without, and once more with
 * stop words (`on cloud`). Words of a script without spaces may be segmented differently from the texts, so such a
 * wording is also searched as typed.
 */
export function firstSearches(wording: Wording): readonly string[] {
  const { terms, isIdentifier } = wording;
  if (isIdentifier) return [identifierSearch(wording)];
  const hasStopWords = terms.some(isStopWord) && countWords(terms) <= MAX_ENGINE_WORDS;
  const content = withoutStopWords(wording);
  return [
    ...(hasMarks(content) ? [markedSearch(content)] : []),
    ...stemSearches(content),
    ...(hasStopWords ? stemSearches(wording).slice(-1) : []),
    ...(tokensOf(terms).some(isUnspaced) ? [searchAsTyped(wording)] : []),
  ];
}

/** The search for all words with the marks that the shopper typed: the others also find words with other marks. */
function markedSearch(wording: Wording): string {
  const words = writeTerms(wording.terms, asMarkedStem);
  const last = prefixToken(wording);
  if (last === null || last.marked !== null) return queryText(wording, words);
  return queryText(wording, [...words.slice(0, -1), last.stemPrefix], true);
}

/** The search of a wording with synonyms, the widest: only one, because there are several wordings. */
export const synonymSearch = (wording: Wording): readonly string[] => stemSearches(withoutStopWords(wording)).slice(-1);

/**
 * The searches for all words by their stems, the narrowest first: the last word as a whole one, and as a prefix if it
 * may be unfinished.
 */
function stemSearches(wording: Wording): readonly string[] {
  const words = writeTerms(wording.terms);
  const whole = queryText(wording, words);
  const prefix = prefixToken(wording);
  if (prefix === null) return [whole];
  const { token, stem, stemPrefix } = prefix;
  const search = (start: string) => queryText(wording, [...words.slice(0, -1), start], true);
  // A prefix finds the whole word, too, unless its stem is another word.
  return [...new Set([...(stem === token ? [] : [whole]), search(token), search(stemPrefix)])];
}

/**
 * The search for all words with the last two next to each other, as typed (`"coffee cup"`). If many products have all
 * words, such products may be missing among the first hits, because the engine ranks by each word alone. Null if enough
 * of the scored hits have these words next to each other in the title, or if they are no two whole words.
 */
export function adjacentSearch(query: Query, hits: readonly RankingPayload[], { of }: StemFrequencies): string | null {
  const terms = contentTerms(query.terms);
  const tokens = terms.flatMap((term) => term.tokens);
  const pair = tokens.slice(-2);
  const stems = pair.map(({ stem }) => stem);
  if (pair.length < 2 || tokens.some(({ token }) => isUnspaced(token)) || stems.some((stem) => of(stem) === 0))
    return null;
  if (terms.some(({ isPhrase }) => isPhrase)) return null;
  if (hits.filter(({ titleStems }) => areAdjacent(titleStems, ...stems)).length >= ENOUGH_HITS) return null;
  const words = tokens.slice(0, -2).map(asStem);
  return queryText(query, [...words, asPhrase(pair.map(({ token }) => token).join(' '))]);
}

/**
 * The search for all words with the last one as a whole word. If many products have longer words that begin with it, such
 * products may be missing among the first hits: tubs behind forty tubes for `tub`. Null if enough of the scored hits have
 * the word, or if no product has.
 */
export function wholeWordSearch(query: Query, hits: readonly RankingPayload[], { of }: StemFrequencies): string | null {
  const wording = withoutStopWords(query);
  const last = prefixToken(wording);
  // If the stem is another word, `stemSearches` has searched the whole word, too.
  if (last === null || last.stem !== last.token) return null;
  const having = hits.filter(({ termWeights }) => weightOf(termWeights, last.stem) > 0);
  return having.length >= Math.min(ENOUGH_HITS, of(last.stem)) ? null : queryText(wording, writeTerms(wording.terms));
}

/** The search for all words, with the stems that tokens mean in their place. */
export function searchByMeanings(wording: Wording, meanings: ReadonlyMap<string, readonly string[]>): string {
  const write = ({ token, stem }: QueryToken) => (meanings.get(token) ?? [stem]).map(asPhrase).join(' ');
  return queryText(wording, writeTerms(contentTerms(wording.terms), write));
}

/**
 * Searches the terms as typed, with typo tolerance, or as `write` returns them. Phrases become words. A decimal is one
 * word, whose digits the engine would find anywhere.
 */
export function searchAsTyped(
  wording: Wording,
  write: (typed: string, isPrefix: boolean) => string = withoutQuotes,
): string {
  const { terms, lastTermIsPrefix } = wording;
  const words = terms.flatMap(({ typed, tokens }, index) =>
    tokens.some(({ token }) => isDecimalToken(token))
      ? tokens.map(asStem)
      : [write(typed, lastTermIsPrefix && index === terms.length - 1)],
  );
  return queryText(wording, words, lastTermIsPrefix);
}

/** The same, but words with a number tolerate no typing error: 260 ml is no misspelt 250 ml. */
export const searchWithExactNumbers = (wording: Wording): string =>
  searchAsTyped(wording, (typed, isPrefix) => {
    const words = withoutQuotes(typed).split(' ');
    return words.map((word, index) => asNumber(word, isPrefix && index === words.length - 1)).join(' ');
  });

const END = /[\p{L}\p{N}]+$/u;

/**
 * A word with a number as a phrase; without the end that may be unfinished if the engine tolerates no error in it. This end
 * follows a comma: the engine would join it with the word before, and find `backpack` as the misspelt `backpack9`.
 */
function asNumber(word: string, isPrefix: boolean): string {
  if (!HAS_NUMBER.test(word)) return word;
  const [end = ''] = END.exec(word) ?? [];
  if (!isPrefix || end.length >= ONE_ERROR_LENGTH) return asPhrase(word);
  const start = word.slice(0, word.length - end.length);
  return `${HAS_NUMBER.test(start) ? asPhrase(start) : start}, ${end}`;
}

/**
 * The products with exactly the last word, whatever the other words. Without such a product, the word is unfinished
 * rather than a form of its stem. Null if its stem is the same, or if it is whole or a stop word.
 */
export function exactWordSearch(query: Query): EngineQuery | null {
  const last = prefixToken(withoutStopWords(query));
  if (last === null || last.stem === last.token) return null;
  return { ...engineQueryOf(query, queryText(query, [asPhrase(last.token)])), attributesToSearchOn: UNSTEMMED_FIELDS };
}

/** In quotes, because the index has each stem as it is. */
export const asStem = ({ stem }: Pick<QueryToken, 'stem'>): string => asPhrase(stem);

/** The same with the marks that the shopper typed. */
export const asMarkedStem = ({ stem, marked }: Pick<QueryToken, 'stem' | 'marked'>): string => asPhrase(marked ?? stem);

/** Terms for the engine: phrases as typed, and every other token as `write` returns it. */
export const writeTerms = (
  terms: readonly QueryTerm[],
  write: (token: QueryToken) => string = asStem,
): readonly string[] => terms.flatMap(({ typed, isPhrase, tokens }) => (isPhrase ? [typed] : tokens.map(write)));
