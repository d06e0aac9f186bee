/**
 * Finds the terms of a query in a text. Single words match as in ranking (`query/match.ts`). Phrases and identifiers
 * match several adjacent words. The engine could find matches as well, at twice the cost of the search itself.
 */
import { matchToken } from '../query/match.ts';
import { tokensOf, type Wording } from '../query/query.ts';
import type { ResolvedQuery } from '../query/resolve.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';
import { isUnspaced } from '../text/segment.ts';
import { ALL_LETTERS, firstLetters, forEachWord } from '../text/word-bounds.ts';
import { endOfKey, type Key, keysOf } from './adjacent-words.ts';
import { createAmountMatcher } from './amount-matcher.ts';
import { mergeSpans, type Span } from './spans.ts';
import { createUnspacedMatcher } from './unspaced-matcher.ts';

/** Finds the matches in a text. An exact text, such as an identifier, tolerates no typing errors. */
export type WordMatcher = (text: string, isExact: boolean) => Span[];

/** The parts of a query that a matcher reads. */
export type MatchedWording = Pick<Wording, 'terms' | 'identifier' | 'isIdentifier' | 'lastTermIsPrefix'>;

export function createWordMatcher(wording: MatchedWording, resolved: ResolvedQuery): WordMatcher {
  const { identifier, isIdentifier } = wording;
  const single = isIdentifier ? [] : singleTokens(wording, resolved);
  const keys = keysOf(wording, single);
  const classify = createClassifier(resolvedAmong(resolved, single), keys);
  // A match begins with the first letter of its term, even if it is misspelt. Skipping other words halves the time.
  const initials = analyzerOf(resolved.language).keepsInitials
    ? firstLetters([...single, ...keys.map(({ letters }) => letters)])
    : ALL_LETTERS;
  const findUnspaced = createUnspacedMatcher(typedText(wording));
  const findAmounts = createAmountMatcher(single);

  return (text, isExact) => {
    const spans = [...findUnspaced(text), ...findAmounts(text)];
    forEachWord(text, initials, (start, end) => {
      const { match, begun } = classify(text.slice(start, end));
      if (match === 'exact' || (match === 'corrected' && !isExact)) spans.push({ start, length: end - start });
      // `identifier-span.ts` finds an identifier in an exact text.
      if (isExact && identifier !== null) return;
      for (const key of begun) {
        const keyEnd = endOfKey(text, start, key);
        if (keyEnd !== null) spans.push({ start, length: keyEnd - start });
      }
    });
    return spans.length === 0 ? spans : mergeSpans(spans);
  };
}

const typedText = ({ terms }: MatchedWording): string => terms.map(({ typed }) => typed).join(' ');

/** The tokens that match by themselves: not those of phrases, of scripts without spaces, and stop words. */
function singleTokens({ terms }: MatchedWording, resolved: ResolvedQuery): readonly string[] {
  const stopWords = new Set(resolved.terms.flatMap(({ token, isStopWord }) => (isStopWord ? token : [])));
  const single = tokensOf(terms.filter(({ isPhrase }) => !isPhrase));
  return single.filter((token) => !isUnspaced(token) && !stopWords.has(token));
}

function resolvedAmong({ language, terms, joined }: ResolvedQuery, tokens: readonly string[]): ResolvedQuery {
  const wanted = new Set(tokens);
  return { language, terms: terms.filter(({ token }) => wanted.has(token)), joined: wanted.size === 0 ? [] : joined };
}

interface ClassifiedWord extends ReturnType<typeof classifyToken> {}

function classifyToken(resolved: ResolvedQuery, keys: readonly Key[], token: string) {
  const begun = keys.filter(
    ({ letters, isPrefix }) => letters.startsWith(token) || (isPrefix && token.startsWith(letters)),
  );
  return { match: matchToken(resolved, token), begun };
}

/** Classifies words as written, with a cache: the texts of a product, and similar products, share many words. */
function createClassifier(resolved: ResolvedQuery, keys: readonly Key[]): (written: string) => ClassifiedWord {
  const cached = new Map<string, ClassifiedWord>();
  return (written) => {
    let classified = cached.get(written);
    if (classified === undefined) {
      classified = classifyToken(resolved, keys, foldText(written));
      cached.set(written, classified);
    }
    return classified;
  };
}

const MIN_PART_LENGTH = 3;

/**
 * For a product in which the strict matcher finds nothing: the engine split words (`kocher` in `Wasserkocher`), or
 * found the words of a phrase that no product has. Matches the words anywhere within other words.
 */
export function createLenientMatcher(wording: MatchedWording, resolved: ResolvedQuery): WordMatcher {
  const terms = wording.terms.map((term) => ({ ...term, isPhrase: false }));
  const findWords = createWordMatcher({ ...wording, terms, isIdentifier: false }, resolved);
  const findUnspaced = createUnspacedMatcher(typedText(wording), 1);
  const tokens = tokensOf(wording.terms).filter((token) => token.length >= MIN_PART_LENGTH);
  const isPart = (word: string) =>
    tokens.some((token) => word.includes(token) || (word.length >= MIN_PART_LENGTH && token.includes(word)));
  return (text, isExact) => {
    const spans = [...findWords(text, isExact), ...findUnspaced(text)];
    if (!isExact)
      forEachWord(text, ALL_LETTERS, (start, end) => {
        if (isPart(foldText(text.slice(start, end)))) spans.push({ start, length: end - start });
      });
    return mergeSpans(spans);
  };
}
