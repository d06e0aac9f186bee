/**
 * Where the words of a query are in a text, by the engine's own rules for them: a whole word, the beginning of one, one
 * with typing errors, two words written as one and one written as two. The engine would tell it, too, for twice the time of
 * the search itself; it is asked where these rules do not hold, see `isReadable`.
 */
import { isMisspelling } from './misspelling.ts';
import type { ShopperQuery } from './query.ts';
import { mergeSpans, type Span } from './spans.ts';
import { WORD } from './spellings.ts';
import { plain, singular } from './words.ts';

/** Scripts that part words by spaces, and words of which the engine takes as they are. */
const READABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Whether this can find what the engine found: words alone, of scripts whose words are easily told. */
export const isReadable = ({ words, isWordsAlone }: ShopperQuery): boolean =>
  isWordsAlone && words.length > 0 && words.every((word) => READABLE.test(word));

/** The places of the query's words in a text. An exact text, as an identifier is, forgives no typing errors. */
export type WordMatcher = (text: string, isExact: boolean) => Span[];

export function createWordMatcher({ words, isUnfinished }: Pick<ShopperQuery, 'words' | 'isUnfinished'>): WordMatcher {
  const singulars = new Set(words.map(singular));
  const joined = new Set(words.slice(1).map((word, index) => singular(`${words[index]}${word}`)));
  const last = isUnfinished ? (words.at(-1) ?? '') : '';

  const isWhole = (word: string) => singulars.has(singular(word)) || joined.has(singular(word));
  const isBeginning = (word: string) => last !== '' && word.startsWith(last);
  const isMeant = (word: string) =>
    words.some((asked) => isMisspelling(asked, word)) ||
    (last !== '' && word.length > last.length && isMisspelling(last, word.slice(0, last.length)));
  const canBeginSplit = (word: string) => words.some((asked) => asked.length > word.length && asked.startsWith(word));

  // The texts of a product, and products of a kind, have many words in common.
  const judge = remembered((word) => {
    const isFirm = isWhole(word) || isBeginning(word);
    return { word, isFirm, isMatch: isFirm || isMeant(word), canBeginSplit: canBeginSplit(word) };
  });

  return (text, isExact) => {
    const spans: Span[] = [];
    let beginning: { readonly start: number; readonly word: string } | null = null;
    for (const { 0: written, index: start } of text.matchAll(WORD)) {
      const found = judge(written);
      const end = start + written.length;
      if (isExact ? found.isFirm : found.isMatch) spans.push({ start, length: written.length });
      if (beginning !== null && words.includes(beginning.word + found.word))
        spans.push({ start: beginning.start, length: end - beginning.start });
      beginning = found.canBeginSplit ? { start, word: found.word } : null;
    }
    return mergeSpans(spans);
  };
}

function remembered<T>(judge: (word: string) => T): (written: string) => T {
  const known = new Map<string, T>();
  return (written) => {
    let found = known.get(written);
    if (found === undefined) {
      found = judge(plain(written));
      known.set(written, found);
    }
    return found;
  };
}
