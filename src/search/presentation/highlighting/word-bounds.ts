/** The words of a text. Each search reads the texts of all its hits, so this code is optimised for speed. */
import { copyText } from '../../../runtime/text-size.ts';
import { BEYOND_ASCII, foldText, SIGN_IN_WORD } from '../../text/fold.ts';
import { isUnspaced, UNSPACED } from '../../text/segment.ts';
import { cachedByWord, cachedLatest } from '../../text/word-cache.ts';

/** Unlike the words of `tokenize.ts`, one may begin with a mark, which belongs to what is highlighted. */
const SHOWN_WORD = new RegExp(`[\\p{L}\\p{M}\\p{N}]+(?:${SIGN_IN_WORD}[\\p{L}\\p{M}\\p{N}]+)*`, 'gu');
/** A mark belongs to the word before it, and a digit is no part of a run. */
const RUN_LETTER = `(?![\\p{M}\\p{Nd}])${UNSPACED}`;
/** A run of a script without spaces is a word of its own, as in `tokenize.ts`: `快充`, `USB` and `充电器`. */
const SHOWN_WORD_OR_RUN = new RegExp(
  `${RUN_LETTER}(?:${RUN_LETTER}|\\p{M})*|(?:${SIGN_IN_WORD}|(?!${RUN_LETTER})[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
);

/** The pattern of the words of a text. */
export const wordPatternOf = (text: string): RegExp => (isUnspaced(text) ? SHOWN_WORD_OR_RUN : SHOWN_WORD);

const IN_ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * By the ASCII code of a first character: whether words that begin with it are wanted. Words with other first
 * characters always are.
 */
type WantedLetters = Uint8Array;

/** The first letters of words, in either case, and the other letter of each pair that has one of them. */
export function firstLetters(words: Iterable<string>, pairs: readonly string[]): WantedLetters {
  const letters = Array.from(words, (word) => word.charAt(0));
  const others = pairs.filter((pair) => letters.some((letter) => letter !== '' && pair.includes(letter))).join('');
  const wanted = new Uint8Array(128);
  for (const letter of [...letters, ...others]) {
    for (const code of [letter.toLowerCase().charCodeAt(0), letter.toUpperCase().charCodeAt(0)])
      if (code < wanted.length) wanted[code] = 1;
  }
  return wanted;
}

export const ALL_LETTERS: WantedLetters = new Uint8Array(128).fill(1);

const boundsBeyondAscii = cachedLatest((text) =>
  Array.from(text.matchAll(wordPatternOf(text)), ({ 0: word, index }) => ({ start: index, end: index + word.length })),
);

/** Calls `visit` with the start and the end of each wanted word. */
export function forEachWord(text: string, wanted: WantedLetters, visit: (start: number, end: number) => void): void {
  if (BEYOND_ASCII.test(text)) {
    for (const { start, end } of boundsBeyondAscii(text)) if (wanted[text.charCodeAt(start)] !== 0) visit(start, end);
    return;
  }
  for (let start = 0; start < text.length; start += 1) {
    const first = text.charCodeAt(start);
    if (IN_ASCII_WORD[first] === 0) continue;
    let end = start + 1;
    while (end < text.length && IN_ASCII_WORD[text.charCodeAt(end)] === 1) end += 1;
    if (wanted[first] === 1) visit(start, end);
    start = end;
  }
}

const foldOtherWord = cachedByWord((word) => copyText(foldText(word)));

/** The folded form of a word. Texts repeat their words, and folding is slow unless all letters are ASCII. */
export const foldWord = (word: string): string => (BEYOND_ASCII.test(word) ? foldOtherWord(word) : foldText(word));
