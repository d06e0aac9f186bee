/** Parses a query, once, in the language and under the rules of the merchant. Pure functions. */
import { ruleOf, type SearchRules } from '../rules/search-rules.ts';
import { commonSynonymsOf } from '../synonyms/common-synonyms.ts';
import { isDecimalToken } from '../text/amounts/decimals.ts';
import { LETTERS } from '../text/amounts/unit-names.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { foldDigits, removeInvisible, removeSignsInWords } from '../text/fold.ts';
import { stripSeparators } from '../text/identifiers.ts';
import { markedStems } from '../text/marked-words.ts';
import { separateScripts } from '../text/segment.ts';
import { type SplitQuery, separateElision, splitChunks, splitQuery, withoutQuotes } from '../text/split-query.ts';
import { locateWords, tokenizeQuery } from '../text/tokenize.ts';
import { identifierTermsOf, isIdentifierKey, wholeIdentifier } from './identifiers.ts';
import {
  exceedsEngineWords,
  firstTerms,
  MAX_ENGINE_WORDS,
  type Query,
  type QueryTerm,
  type QueryToken,
  tokensOf,
  type Wording,
  withoutMarks,
} from './query.ts';
import { locate, type Replacement } from './replace-terms.ts';
import { expandCommonSynonyms, expandSynonyms } from './synonyms.ts';

/** Characters of half and full width. The engine segments the former differently. */
const OTHER_WIDTHS = /[\uff00-\uffef]+/g;

/** `rules` were read with the same analyzer. */
export function parseQuery(text: string, analyzer: Analyzer, rules: SearchRules): Query {
  const split = splitText(text);
  const words = locate(split.chunks.join(' '), analyzer);
  const expanded = expandSynonyms(words, rules.synonyms, analyzer);
  const common = expandCommonSynonyms(words, commonSynonymsOf(analyzer.language), analyzer);
  const { pinned, hidden } = ruleOf(text, analyzer, rules);
  const wordingWith = (replacement: Replacement) => replacedWording(split, replacement, analyzer);
  return {
    ...wordingOf(split, analyzer),
    text,
    language: analyzer.language,
    synonyms: [...expanded.groups, ...common.groups],
    synonymWordings: expanded.replacements.map(wordingWith),
    commonSynonymWordings: common.replacements.map(wordingWith),
    pinned,
    hidden,
    rulesHash: rules.hash,
  };
}

/** `8*40` is `8x40`. */
const STAR_OF_DIMENSIONS = /(?<=\p{Nd})\s*\*\s*(?=\.?\p{Nd})/gu;

export function splitText(text: string): SplitQuery {
  const folded = foldDigits(removeInvisible(text).replace(OTHER_WIDTHS, (run) => run.normalize('NFKC')));
  return splitQuery(separateScripts(removeSignsInWords(folded.replace(STAR_OF_DIMENSIONS, 'x'))));
}

export function replacedWording(
  { phrases, excluded }: SplitQuery,
  { replaced, replacesEnd }: Replacement,
  analyzer: Analyzer,
): Wording {
  // The shopper didn't type the marks of a synonym.
  const wording = withoutMarks(wordingOf({ phrases, excluded, chunks: splitChunks(replaced) }, analyzer));
  // A synonym is a whole word, whatever the shopper types next.
  return replacesEnd ? { ...wording, lastTermIsPrefix: false } : wording;
}

export function wordingOf(joined: SplitQuery, analyzer: Analyzer): Wording {
  const split = { ...joined, chunks: joined.chunks.flatMap((chunk) => separateElision(chunk, analyzer)) };
  const phrases = split.phrases.map((phrase) => termOf(firstWords(phrase), analyzer));
  const chunks = split.chunks.flatMap((chunk) => termsOf(chunk, analyzer));
  const excluded = split.excluded.map((term) => termOf(term, analyzer));
  const stopWords = stopWordsOf(phrases, chunks, analyzer);
  const terms = firstTerms([...phrases, ...chunks].map((term) => markStopWords(term, stopWords)));
  const { identifier, isIdentifier } = wholeIdentifier(split);
  return {
    terms,
    excluded,
    excludedIdentifiers: split.excluded.map(stripSeparators).filter(isIdentifierKey),
    // The last chunk may be unfinished. If a long query is cut down, its last remaining term isn't.
    lastTermIsPrefix: chunks.length > 0 && !exceedsEngineWords(terms) && !endsWithUnit(chunks),
    identifier,
    isIdentifier,
    // `5w30 oil` may be one identifier, or have one.
    identifierTerms: identifier === null || (!isIdentifier && split.chunks.length > 1) ? identifierTermsOf(split) : [],
  };
}

/** Whether the last word is the unit of a decimal: `m` of `2.4 m`. After a whole number, it may begin a name (`15 m`). */
function endsWithUnit(chunks: readonly QueryTerm[]): boolean {
  const [number = '', unit = ''] = tokensOf(chunks).slice(-2);
  return isDecimalToken(number) && Object.hasOwn(LETTERS, unit);
}

function termOf(typed: string, analyzer: Analyzer): QueryTerm {
  // After a number, the quote of a phrase isn't the sign of inches.
  const text = withoutQuotes(typed);
  const marked = markedStems([text], analyzer);
  const tokens = tokenizeQuery(text).map((token) => {
    const stem = analyzer.stem(token);
    const stemPrefix = analyzer.stemPrefix(token);
    return { token, stem, stemPrefix, marked: marked.get(stem)?.[0] ?? null, isStopWord: false };
  });
  return { typed, isPhrase: typed.startsWith('"'), tokens };
}

/** A phrase, or its first words if it has more words than the engine takes. */
function firstWords(phrase: string): string {
  const words = locateWords(phrase).map(({ written }) => written);
  return words.length <= MAX_ENGINE_WORDS ? phrase : `"${words.slice(0, MAX_ENGINE_WORDS).join(' ')}"`;
}

/** A chunk is one term, or one for each word if it has more words than the engine takes. */
function termsOf(chunk: string, analyzer: Analyzer): readonly QueryTerm[] {
  const term = termOf(chunk, analyzer);
  if (term.tokens.length <= MAX_ENGINE_WORDS) return [term];
  return term.tokens.map((token) => ({ typed: token.token, isPhrase: false, tokens: [token] }));
}

/** With marks, `chó` (dog) isn't the stop word `cho` (for). */
const markedToken = ({ token, marked }: QueryToken): string => marked ?? token;

const APOSTROPHE_AT_END = /['’]$/;

/** The stop words of a query, except negations and those in phrases. None if the query has no other words. */
function stopWordsOf(
  phrases: readonly QueryTerm[],
  chunks: readonly QueryTerm[],
  analyzer: Analyzer,
): ReadonlySet<string> {
  const wordsOf = (terms: readonly QueryTerm[]) => terms.flatMap(({ tokens }) => tokens.map(markedToken));
  const [ofPhrases, ofChunks] = [wordsOf(phrases), wordsOf(chunks)];
  const elided = tokensOf(chunks.filter(({ typed }) => APOSTROPHE_AT_END.test(typed))).filter(
    analyzer.isElidedStopWord,
  );
  const isStopWord = (token: string) => analyzer.isQueryStopWord(token) || elided.includes(token);
  const found = ofChunks.filter((token) => isStopWord(token) && !ofPhrases.includes(token));
  return new Set(found.length < ofChunks.length || ofPhrases.length > 0 ? found : []);
}

const markStopWords = (term: QueryTerm, stopWords: ReadonlySet<string>): QueryTerm => ({
  ...term,
  tokens: term.tokens.map((token) => ({ ...token, isStopWord: stopWords.has(markedToken(token)) })),
});
