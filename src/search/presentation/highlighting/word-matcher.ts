/**
 * Finds the terms of a query in a text. Single words match as in ranking (`token-matcher.ts`). Phrases and identifiers
 * match several adjacent words. The engine could find matches as well, but that costs it more than the search itself.
 */
import type { ResolvedQuery } from '../../meaning/resolve.ts';
import { type Query, tokensOf } from '../../query/query.ts';
import { analyzerOf } from '../../text/analyzer.ts';
import { markedStem } from '../../text/marked-words.ts';
import { createEndOfJoinedWords, type EndOfJoinedWords, type JoinedWord } from './adjacent-words.ts';
import { createAmountMatcher } from './amount-matcher.ts';
import type { Span } from './spans.ts';
import { createTokenMatcher, type TokenMatch } from './token-matcher.ts';
import { createUnspacedMatcher } from './unspaced-matcher.ts';
import { type Wanted, wantedApart } from './wanted.ts';
import { ALL_LETTERS, firstLetters, foldWord, forEachWord } from './word-bounds.ts';

/**
 * Finds the matches in a text, in any order; they may overlap. An exact text, such as an identifier, tolerates no typing
 * errors.
 */
export type WordMatcher = (text: string, isExact: boolean) => Span[];

export function createWordMatcher(wanted: Wanted, resolved: ResolvedQuery): WordMatcher {
  const { typed, words, joined, joinedInExact } = wanted;
  const classify = createClassifier(resolvedAmong(resolved, words), joined);
  // A match begins with the first letter of its term, even if it is misspelt, so other words are skipped to save time.
  // But the end of a compound has any letter before it.
  const { otherInitials, compoundEnds } = analyzerOf(resolved.language);
  const initials =
    otherInitials === null || compoundEnds !== null
      ? ALL_LETTERS
      : firstLetters([...words, ...joined.map(({ letters }) => letters)], otherInitials);
  const findUnspaced = createUnspacedMatcher(typed);
  const findAmounts = createAmountMatcher(words);

  return (text, isExact) => {
    const spans = [...findUnspaced(text), ...findAmounts(text)];
    if (words.length + joined.length === 0) return spans;
    let endOfJoined: EndOfJoinedWords | undefined;
    forEachWord(text, initials, (start, end) => {
      const { match, begun } = classify(text.slice(start, end));
      if (match === 'exact' || (match === 'corrected' && !isExact)) spans.push({ start, length: end - start });
      if (begun.length === 0 || (isExact && !joinedInExact)) return;
      endOfJoined ??= createEndOfJoinedWords(text);
      const joinedEnd = endOfJoined(start, begun);
      if (joinedEnd !== null) spans.push({ start, length: joinedEnd - start });
    });
    return spans;
  };
}

function resolvedAmong(resolved: ResolvedQuery, words: readonly string[]): ResolvedQuery {
  const among = new Set(words);
  const { tokens, joined } = resolved;
  return {
    ...resolved,
    tokens: tokens.filter(({ token }) => among.has(token)),
    joined: among.size === 0 ? [] : joined,
  };
}

interface ClassifiedWord {
  readonly match: TokenMatch;
  /** The joined words that may begin with this word. */
  readonly begun: readonly JoinedWord[];
}

/** Classifies words as written, with a cache: the texts of a product, and similar products, share many words. */
function createClassifier(resolved: ResolvedQuery, joined: readonly JoinedWord[]): (written: string) => ClassifiedWord {
  const matchToken = createTokenMatcher(resolved);
  const marked = new Map(resolved.tokens.flatMap((each) => (each.marked === null ? [] : [[each.token, each.marked]])));
  const classify = (token: string, written: string): ClassifiedWord =>
    hasOtherMarks(written, marked.get(token))
      ? { match: null, begun: [] }
      : {
          match: matchToken(token, written),
          begun: joined.filter(
            ({ letters, isPrefix }) => letters.startsWith(token) || (isPrefix && token.startsWith(letters)),
          ),
        };
  const cached = new Map<string, ClassifiedWord>();
  return (written) => {
    let classified = cached.get(written);
    if (classified === undefined) {
      classified = classify(foldWord(written), written);
      cached.set(written, classified);
    }
    return classified;
  };
}

/** Whether a word has marks, and others than those of this stem. */
function hasOtherMarks(written: string, wanted: string | undefined): boolean {
  const marked = wanted === undefined ? null : markedStem(written);
  return marked !== null && marked !== wanted;
}

/** Fewer letters are within other words by chance. */
const MIN_LENGTH_WITHIN_WORD = 3;

/**
 * For a product in which the strict matcher finds nothing: the engine split words (`kocher` in `Wasserkocher`), or
 * found the words of a phrase that no product has. Matches the words anywhere within other words.
 */
export function createLenientMatcher(query: Query, resolved: ResolvedQuery): WordMatcher {
  const wanted = wantedApart(query, resolved);
  const findWords = createWordMatcher(wanted, resolved);
  const findUnspaced = createUnspacedMatcher(wanted.typed, 1);
  const tokens = [...new Set(tokensOf(query.terms))].filter((token) => token.length >= MIN_LENGTH_WITHIN_WORD);
  const isPart = (word: string) =>
    tokens.some((token) => word.includes(token) || (word.length >= MIN_LENGTH_WITHIN_WORD && token.includes(word)));
  return (text, isExact) => {
    const spans = [...findWords(text, isExact), ...findUnspaced(text)];
    if (!isExact)
      forEachWord(text, ALL_LETTERS, (start, end) => {
        if (isPart(foldWord(text.slice(start, end)))) spans.push({ start, length: end - start });
      });
    return spans;
  };
}
