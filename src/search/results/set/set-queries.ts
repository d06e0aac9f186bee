/**
 * The engine queries that can select the products of a results page. A page uses one query, so that the total, the
 * facets and every sort refer to the same products. Pure functions.
 */
import { asPhrase, type EngineQuery, engineQueryOf, queryText } from '../../engine/query-syntax.ts';
import { MAX_NAME_WORDS } from '../../index/collection-names.ts';
import { identifierFilter, NO_PRODUCTS, wholeIdentifierFilter } from '../../index/filters.ts';
import { FIELDS_WITHOUT_KEYS, SEARCHED_FIELDS } from '../../index/settings.ts';
import {
  contentTerms,
  type IdentifierTerm,
  prefixToken,
  type Query,
  type QueryTerm,
  type QueryToken,
  tokensOf,
  type Wording,
  withoutStopWords,
} from '../../query/query.ts';
import {
  identifierSearch,
  identifierTermFilter,
  separatedIdentifierSearches,
} from '../../retrieval/identifier-searches.ts';
import { asMarkedStem, exactWordSearch, writeTerms } from '../../retrieval/text-searches.ts';
import { separatedSearches } from '../../retrieval/word-break-searches.ts';
import { isUnspaced } from '../../text/segment.ts';
import { withoutQuotes } from '../../text/split-query.ts';
import type { UnfinishedWord } from './unfinished-word.ts';

/** All products. */
export const EVERYTHING: EngineQuery = { q: '', conditions: [] };

/** No products. */
const NOTHING: EngineQuery = { q: '', conditions: [NO_PRODUCTS] };

interface StrictSets {
  /** The products that have all words of a query: by their stems, without typing errors. */
  readonly whole: EngineQuery;
  /** The last word, if it may also be unfinished. */
  readonly unfinished: UnfinishedWord | null;
}

export function strictSets(query: Query): StrictSets {
  const whole = wholeSet(query);
  const last = prefixToken(withoutStopWords(query));
  if (last === null || query.isIdentifier || tokensOf(query.terms).some(isUnspaced)) return { whole, unfinished: null };
  if (mayBePrefix(last)) {
    // All products of a shop may have a key that begins so: `bra` isn't `Brand`.
    const isAlone = contentTerms(query.terms).length === 1;
    return { whole: isAlone ? { ...whole, attributesToSearchOn: FIELDS_WITHOUT_KEYS } : whole, unfinished: null };
  }
  const { token, stemPrefix } = last;
  const words = writeTerms(contentTerms(query.terms), asMarkedStem).slice(0, -1);
  const wordOrStem = engineQueryOf(query, queryText(query, [...words, asPhrase(token)]));
  const withoutWord = { excluded: [...query.excluded, { typed: token, isPhrase: false, tokens: [last] }] };
  return {
    whole,
    unfinished: {
      language: query.language,
      stemPrefix,
      asPrefix: engineQueryOf(query, queryText(query, [...words, stemPrefix], true)),
      wordOrStem,
      exactWord: exactWordSearch(query) ?? wordOrStem,
      longer: engineQueryOf(query, queryText(withoutWord, [...words, stemPrefix], true)),
    },
  };
}

/** A query without terms would find every product. Only a query with exclusions may mean that. */
const wholeSet = (query: Query): EngineQuery =>
  query.terms.length + query.excluded.length === 0 ? NOTHING : engineQueryOf(query, strictSearch(query));

/**
 * Returns what a query may mean if no product has all of its words as typed, the likeliest first: the words in all
 * fields, also as keys and with all kinds of collections, an identifier, an identifier with its letters and digits
 * apart, an identifier among words, an unfinished word whose stem begins otherwise, and each wording with synonyms.
 */
export function otherSets(query: Query, unfinished: UnfinishedWord | null): readonly EngineQuery[] {
  const { identifierTerms, synonymWordings, commonSynonymWordings } = query;
  const amongWords = identifierTerms.map((term) => namedSet(query, term));
  const asPrefix =
    unfinished === null || unfinished.stemPrefix === prefixToken(query)?.token ? [] : [unfinished.asPrefix];
  const synonymous = [...synonymWordings, ...commonSynonymWordings].map((wording) =>
    engineQueryOf(query, strictSearch(wording)),
  );
  return [withAllKinds(wholeSet(query)), ...setsOfIdentifier(query), ...amongWords, ...asPrefix, ...synonymous];
}

/** The products of collections whose name lists several kinds and is the query, or has it as a part. */
export function setsOfKinds(query: Query): readonly EngineQuery[] {
  const tokens = query.terms.flatMap((term) => term.tokens);
  // A term may contain a stop word: `hats-and-gloves`.
  const stems = tokens.filter(({ isStopWord }) => !isStopWord).map(({ stem }) => stem);
  if (query.isIdentifier || stems.length < 2 || stems.length > MAX_NAME_WORDS) return [];
  const name = queryText(query, [asPhrase(stems.join(' '))]);
  return [{ ...engineQueryOf(query, name), attributesToSearchOn: ['kind_lists'] }];
}

/** The same products, and those that have words only in other kinds of their collections. */
export const withAllKinds = (set: EngineQuery): EngineQuery => ({ attributesToSearchOn: SEARCHED_FIELDS, ...set });

/** A name and its number are whole words: `iPhone 15` comes before identifiers of which `iphone15` is only a part. */
function setsOfIdentifier(query: Query): readonly EngineQuery[] {
  const { identifier, isIdentifier } = query;
  if (identifier === null) return [];
  const apart = (isIdentifier ? separatedIdentifierSearches(query) : separatedSearches(query, () => true)).map((q) =>
    engineQueryOf(query, q),
  );
  const asPart = setWithIdentifier(query, identifierFilter(identifier));
  if (isIdentifier || apart.length === 0) return [asPart, ...apart];
  return [setWithIdentifier(query, wholeIdentifierFilter(identifier)), ...apart, asPart];
}

/** The products with an identifier, whatever their words. */
const setWithIdentifier = (query: Query, filter: string): EngineQuery =>
  engineQueryOf(query, queryText(query, []), [filter]);

/**
 * The products with an identifier of the query, however they spell it, and with all other words: `5W-30` and `5W30` for
 * `5w30`. Only whole identifiers: a product with `RTX3080Ti` is none with `rtx3080`.
 */
export function identifiedSets(query: Query): readonly EngineQuery[] {
  const { identifier, identifierTerms, isIdentifier } = query;
  if (isIdentifier && identifier !== null) return [setWithIdentifier(query, wholeIdentifierFilter(identifier))];
  return identifierTerms.map((term) => namedSet(query, { ...term, isPrefix: false }));
}

/** The products that an identifier term names, and that have all other words. */
function namedSet(query: Query, named: IdentifierTerm): EngineQuery {
  const isNamed = ({ tokens }: QueryTerm) => tokens.some(({ token }) => named.tokens.includes(token));
  const others = contentTerms(query.terms).filter((term) => !isNamed(term));
  return engineQueryOf(query, queryText(query, writeTerms(others)), [identifierTermFilter(named)]);
}

/** A shorter last word is rarely complete. The engine tolerates no typing errors in it. */
const FINISHED_LENGTH = 5;

/**
 * The search for all words by their stems. A last word of few letters may be a prefix. Words of a script without spaces
 * are searched as typed, because the engine may segment them differently from the texts.
 */
function strictSearch(wording: Wording): string {
  if (wording.isIdentifier) return identifierSearch(wording);
  const content = withoutStopWords(wording);
  const isTyped = ({ tokens }: QueryTerm) => tokens.some(({ token }) => isUnspaced(token));
  const words = content.terms.flatMap((term) =>
    isTyped(term) ? [withoutQuotes(term.typed)] : writeTerms([term], asMarkedStem),
  );
  if (content.terms.slice(-1).some(isTyped)) return queryText(wording, words, content.lastTermIsPrefix);
  const last = prefixToken(content);
  if (last === null || !mayBePrefix(last)) return queryText(wording, words);
  return queryText(wording, [...words.slice(0, -1), last.token], true);
}

const KATAKANA = /^[ァ-ヺー]+$/;

/** The products with the stems of a query's words, if it has words in kana of which the stem is spelt otherwise. */
export function setsOfKana(query: Query): readonly EngineQuery[] {
  const terms = contentTerms(query.terms);
  const isOther = ({ token, stem }: QueryToken) => token !== stem && KATAKANA.test(stem);
  if (query.isIdentifier || !terms.some(({ tokens }) => tokens.some(isOther))) return [];
  return [engineQueryOf(query, queryText(query, writeTerms(terms)))];
}

/** Whether a last word may be unfinished without further signs: it has few letters and no marks, and is its own stem. */
export const mayBePrefix = ({ token, stem, stemPrefix, marked }: Omit<QueryToken, 'isStopWord'>): boolean =>
  marked === null && token === stem && token === stemPrefix && token.length < FINISHED_LENGTH && !/\p{N}/u.test(token);
