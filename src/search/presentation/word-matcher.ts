/**
 * Where the words of a query are in a text, by the engine's own rules for them: a whole word, the beginning of one, one
 * with typing errors, words written as one and one written as several. The engine would tell it, too, for twice the time of
 * the search itself.
 */

import { isPhrase, type ShopperQuery } from '../query/parse.ts';
import { foldText } from '../text/fold.ts';
import { isMisspelling } from '../text/misspelling.ts';
import { stem } from '../text/stem.ts';
import { isUnspaced, tokenize } from '../text/tokenize.ts';
import { firstLetters, wordBounds } from '../text/word-bounds.ts';
import { mergeSpans, type Span } from './spans.ts';
import { createUnspacedMatcher } from './unspaced-matcher.ts';

/** The places of the query's words in a text. An exact text, as an identifier is, forgives no typing errors. */
export type WordMatcher = (text: string, isExact: boolean) => Span[];

/** What is looked for: phrases as a whole, other words each by itself. */
export function createWordMatcher(query: ShopperQuery): WordMatcher {
  const { identifier, isIdentifier, isUnfinished } = query;
  const words = looseWords(query);
  const keys = isIdentifier && identifier !== null ? [identifier] : words;
  const phrases = query.phrases.map((phrase) => phrase.join(''));
  const asked = { words: isIdentifier ? [] : words, keys: [...phrases, ...keys], isUnfinished };
  const judge = judgeOf(asked);
  // Whatever the rules allow, the first letter is the same: most words of a text need no further look.
  const wanted = firstLetters([...asked.words, ...asked.keys]);
  const inUnspaced = createUnspacedMatcher(query);

  return (text, isExact) => {
    const spans = inUnspaced(text);
    const bounds = wordBounds(text, wanted);
    const runs = runsOf(text);
    for (let at = 0; at < bounds.length; at += 2) {
      const start = bounds[at] ?? 0;
      const end = bounds[at + 1] ?? start;
      const { isFirm, isMatch, begun } = judge(text.slice(start, end));
      if (isExact ? isFirm : isMatch) spans.push({ start, length: end - start });
      // Of an identifier in an exact text its caller knows the place better.
      if (isExact && identifier !== null) continue;
      for (const key of begun) {
        const runEnd = runs.endOf(key, start);
        if (runEnd !== null) spans.push({ start, length: runEnd - start });
      }
    }
    return spans.length === 0 ? spans : mergeSpans(spans);
  };
}

function looseWords({ phrases, parts, words }: ShopperQuery): readonly string[] {
  const loose = phrases.length === 0 ? words : parts.flatMap(({ typed }) => (isPhrase(typed) ? [] : tokenize(typed)));
  return loose.filter((word) => !isUnspaced(word));
}

const MIN_PART_LENGTH = 3;

/**
 * For a product in which that finds nothing, as when the engine took words apart (`kocher` in `Wasserkocher`) or a phrase
 * that no product has for its words: the words anywhere within others.
 */
export function createLenientMatcher(query: ShopperQuery): WordMatcher {
  const asWords = createWordMatcher({ ...query, phrases: [], isIdentifier: false });
  const inUnspaced = createUnspacedMatcher(query, 1);
  const words = query.words.filter((word) => word.length >= MIN_PART_LENGTH);
  const isPart = (word: string) =>
    words.some((asked) => word.includes(asked) || (word.length >= MIN_PART_LENGTH && asked.includes(word)));
  return (text, isExact) => {
    const spans = [...asWords(text, isExact), ...inUnspaced(text)];
    const bounds = wordBounds(text);
    for (let at = 0; at < bounds.length; at += 2) {
      const [start = 0, end = 0] = bounds.slice(at, at + 2);
      if (isPart(foldText(text.slice(start, end)))) spans.push({ start, length: end - start });
    }
    return mergeSpans(spans);
  };
}

/** Something that may be written as several words. */
interface Key {
  readonly letters: string;
  readonly isUnfinished: boolean;
}

interface Judged {
  /** Whether the query has it without typing errors. */
  readonly isFirm: boolean;
  readonly isMatch: boolean;
  /** The keys that it begins. */
  readonly begun: readonly Key[];
}

interface Asked {
  readonly words: readonly string[];
  readonly keys: readonly string[];
  readonly isUnfinished: boolean;
}

/** Judges words of texts, as they are written there. */
function judgeOf({ words, keys, isUnfinished }: Asked): (written: string) => Judged {
  const singulars = new Set(words.map(stem));
  const joined = new Set(
    [2, 3].flatMap((count) => words.map((_, index) => stem(words.slice(index, index + count).join('')))),
  );
  const last = isUnfinished ? (words.at(-1) ?? '') : '';
  const isBeginning = (word: string) => last !== '' && word.startsWith(last);
  const isMeant = (word: string) =>
    words.some((asked) => isMisspelling(asked, word)) ||
    (last !== '' && word.length > last.length && isMisspelling(last, word.slice(0, last.length)));
  const asKeys = keys.map((letters, index) => ({
    letters,
    // `drl18v` begins `DRL-18V/BL`: of words without a digit the beginning of two is found by chance.
    isUnfinished: isUnfinished && index === keys.length - 1 && /\d/.test(letters),
  }));
  const beginsWith = (key: Key, word: string) =>
    key.letters.startsWith(word) || (key.isUnfinished && word.startsWith(key.letters));

  function judge(written: string): Judged {
    const word = foldText(written);
    const one = stem(word);
    const isFirm = singulars.has(one) || joined.has(one) || isBeginning(word);
    return { isFirm, isMatch: isFirm || isMeant(word), begun: asKeys.filter((key) => beginsWith(key, word)) };
  }

  // The texts of a product, and products of a kind, have many words in common.
  const known = new Map<string, Judged>();
  return (written) => {
    let judged = known.get(written);
    if (judged === undefined) {
      judged = judge(written);
      known.set(written, judged);
    }
    return judged;
  };
}

/** Words of a text that stand side by side. */
function runsOf(text: string) {
  let bounds: readonly number[] | undefined;
  let first = 0;

  return {
    /**
     * The end of the words that, from there on and written as one, are the key or begin with it; null where they are not. To be
     * asked for one start after the other.
     */
    endOf({ letters, isUnfinished }: Key, start: number): number | null {
      bounds ??= wordBounds(text);
      while ((bounds[first] ?? start) < start) first += 2;
      let run = '';
      for (let at = first; at < bounds.length && run.length < letters.length; at += 2) {
        const end = bounds[at + 1] ?? 0;
        run += foldText(text.slice(bounds[at], end));
        if (run === letters || (isUnfinished && run.startsWith(letters))) return end;
        if (!letters.startsWith(run)) return null;
      }
      return null;
    },
  };
}
