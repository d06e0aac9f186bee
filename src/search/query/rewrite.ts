/**
 * Rewrites a parsed query: synonyms in place of unknown words or of what a word begins, a word apart from its number, a
 * code in parts, or another word last. Pure functions.
 */
import { commonSynonymsOf } from '../synonyms/common-synonyms.ts';
import { keyOf } from '../synonyms/terms.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { COMPOUND_RULES } from '../text/compound-rules.ts';
import { foldText, HAS_NUMBER } from '../text/fold.ts';
import { stripSeparators } from '../text/identifiers.ts';
import { ONE_ERROR_LENGTH } from '../text/misspelling.ts';
import { separateChunk } from '../text/split-query.ts';
import { codeParts } from '../text/word-breaks.ts';
import { replacedWording, splitText, wordingOf } from './parse.ts';
import { type Query, type QueryTerm, tokensOf } from './query.ts';
import { locate, replaceAll } from './replace-terms.ts';

/**
 * The query with synonyms in place of its words that aren't known: `tent xyz` for `zelt xyz` in a shop whose products
 * have only tents. Null if it has no such words.
 */
export function withKnownSynonyms(query: Query, isKnown: (stem: string) => boolean): Query | null {
  const meant = query.synonyms.flatMap(({ stems, alternatives, ...group }) => {
    const by = stems.every(isKnown) ? undefined : alternatives.find((term) => term.stems.every(isKnown));
    return by === undefined ? [] : { stems, by, group: { ...group, alternatives, stems: by.stems } };
  });
  if (meant.length === 0) return null;
  const analyzer = analyzerOf(query.language);
  const split = splitText(query.text);
  const replacement = replaceAll(
    locate(split.chunks.join(' '), analyzer),
    // The merchant's synonyms come first.
    new Map(meant.toReversed().map(({ stems, by }) => [keyOf(stems), by])),
  );
  const others = query.synonyms.filter(({ stems }) => !meant.some((each) => each.stems === stems));
  return {
    ...query,
    ...replacedWording(split, replacement, analyzer),
    synonyms: [...meant.map(({ group }) => group), ...others],
  };
}

/** An identifier with its word apart from the number or the amount (`coffee500g`); null if the query has no such meaning. */
export function separatedQuery(query: Query): Query | null {
  const apart = query.isIdentifier ? separateChunk(splitText(query.text)) : null;
  return apart === null ? null : { ...query, ...wordingOf(apart, analyzerOf(query.language)) };
}

/** A word that may be the beginning of a compound. Many compounds begin with shorter ones. */
const BEGINNING = /^\p{Script=Latin}{4,}$/u;

/**
 * The query with another word last, where it may be the beginning of a compound: `golf 6 radlager` for `radlager golf 6`
 * finds a `Radlagersatz`. One for each word that isn't last and has no synonym; none in languages without compounds, and
 * in those without spaces.
 */
export function withOtherEnds(query: Query): readonly Query[] {
  if (COMPOUND_RULES[query.language] === undefined) return [];
  return query.terms
    .slice(0, -1)
    .filter((term) => mayBegin(term, query))
    .map((end) => ({ ...query, terms: [...query.terms.filter((term) => term !== end), end], lastTermIsPrefix: true }));
}

/** Whether a term is one word that may be the beginning of a compound. With a synonym, `handy` is no `Handyhülle`. */
const mayBegin = ({ isPhrase, tokens }: QueryTerm, { synonyms }: Query): boolean =>
  !isPhrase &&
  tokens.length === 1 &&
  tokens.every(
    ({ token, stem, isStopWord }) =>
      BEGINNING.test(token) &&
      !isStopWord &&
      !synonyms.some(({ stems, needsAllWords }) => !needsAllWords && stems.includes(stem)),
  );

/** Another reading of a query of one word, and how the titles that it means have its words. */
export interface Reading {
  readonly query: Query;
  /** Stems, of which the last may be unfinished, between spaces; null if products may have the words anywhere. */
  readonly inTitle: string | null;
}

/** The query with its only word in parts: `"iphone 15" pro` for `iphone15pro`. */
export function withPartsApart(query: Query): readonly Reading[] {
  const { phrases, excluded, chunks } = splitText(query.text);
  const [chunk = '', ...others] = chunks;
  if (phrases.length + others.length > 0) return [];
  const analyzer = analyzerOf(query.language);
  return codeParts(stripSeparators(chunk)).map((parts) => {
    const [words, last] = [parts.slice(0, -1), parts.at(-1) ?? ''];
    // After a phrase, a results page would take a beginning such as `m1` for a whole word.
    const isPhrase = words.length > 1 && !HAS_NUMBER.test(last);
    const split = isPhrase
      ? { phrases: [`"${words.join(' ')}"`], excluded, chunks: [last] }
      : { phrases, excluded, chunks: parts };
    const wording = wordingOf(split, analyzer);
    const tokens = wording.terms.flatMap((term) => term.tokens);
    const { token = '', stem = '' } = tokens.at(-1) ?? {};
    // In a longer number, the engine would tolerate a typing error.
    const lastTermIsPrefix = wording.lastTermIsPrefix && !(HAS_NUMBER.test(token) && token.length >= ONE_ERROR_LENGTH);
    const before = tokens.slice(0, -1).map((each) => each.stem);
    const inTitle = ` ${[...before, lastTermIsPrefix ? token : `${stem} `].join(' ')}`;
    return { query: { ...query, ...wording, lastTermIsPrefix }, inTitle };
  });
}

/** Fewer letters begin too many words. */
const BEGINNING_OF_WORD = /^[\p{L}\p{M}]{3,}$/u;
/** Each costs the engine a search. */
const MAX_COMPLETIONS = 12;

/** The query with a common synonym of the word that its only word begins: `notebook` for `lapt`. */
export function withSynonymsOfCompletions(query: Query): readonly Reading[] {
  const { phrases, excluded, chunks } = splitText(query.text);
  const [beginning = '', ...others] = tokensOf(query.terms);
  if (!query.lastTermIsPrefix || !BEGINNING_OF_WORD.test(beginning) || phrases.length + others.length > 0) return [];
  const analyzer = analyzerOf(query.language);
  const meant = [...commonSynonymsOf(query.language)].flatMap(([key, lists]) =>
    lists.flatMap((terms) => {
      const isBegun = terms.some((term) => term.key === key && foldText(term.text).startsWith(beginning));
      return isBegun ? terms.filter((term) => term.key !== key).map(({ text }) => text) : [];
    }),
  );
  return [...new Set(meant)].slice(0, MAX_COMPLETIONS).map((replaced) => {
    const wording = replacedWording({ phrases, excluded, chunks }, { replaced, replacesEnd: true }, analyzer);
    return { query: { ...query, ...wording }, inTitle: null };
  });
}

/** Whether a query is another reading of the other. */
export const isReread = (query: Query, other: Query): boolean => typedIn(query) !== typedIn(other);

const typedIn = ({ terms }: Query): string => terms.map(({ typed }) => typed).join(' ');
