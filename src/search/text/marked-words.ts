/**
 * Words with their marks, in languages in which marks tell words apart: Vietnamese `cặp` (bag), `cáp` (cable) and `cấp`
 * (level). Many shoppers type no marks, so products are found by folded words. They also have these words with marks as
 * stems, which rank products and select a set if a shopper types marks.
 */
import { BEYOND_ASCII, foldText } from './fold.ts';

const LANGUAGES: ReadonlySet<string> = new Set(['vi']);

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** A letter that begins no word of a text. The engine keeps it, unlike marks. */
const FIRST_LETTER = 'ƿ';
const TONES: Readonly<Record<string, string>> = {
  '\u0300': 'f',
  '\u0301': 's',
  '\u0303': 'x',
  '\u0309': 'r',
  '\u0323': 'j',
};
const TONE = /[\u0300\u0301\u0303\u0309\u0323]/g;
const CIRCUMFLEX = /(.)\u0302/gu;
const BREVE_OR_HORN = /[\u0306\u031b]/g;

interface Stemming {
  readonly language: string;
  stem(token: string): string;
}

/**
 * The stems with marks of the words in these texts, by the folded stem. A word without marks has none. Empty in languages
 * in which shoppers who leave marks out must find the same.
 */
export function markedStems(
  texts: readonly string[],
  { language, stem }: Stemming,
): ReadonlyMap<string, readonly string[]> {
  const stems = new Map<string, string[]>();
  if (!LANGUAGES.has(language)) return stems;
  for (const text of texts)
    for (const written of text.match(WORD) ?? []) {
      const marked = markedStem(written);
      if (marked === null) continue;
      const folded = stem(foldText(written));
      const known = stems.get(folded) ?? [];
      if (!known.includes(marked)) stems.set(folded, [...known, marked]);
    }
  return stems;
}

/**
 * A word as the input method Telex types it, with the tone last: `hoà` is `hòa`, and a syllable that lacks its tone is a
 * beginning. Null if the word has no marks.
 */
export function markedStem(word: string): string | null {
  if (!BEYOND_ASCII.test(word)) return null;
  const letters = word.toLowerCase().normalize('NFD');
  const tones = Array.from(letters.match(TONE) ?? [], (tone) => TONES[tone]).join('');
  const typed =
    letters.replace(TONE, '').replace(CIRCUMFLEX, '$1$1').replace(BREVE_OR_HORN, 'w').replaceAll('đ', 'dd') + tones;
  return typed === letters ? null : FIRST_LETTER + typed;
}

/** The beginning of the stems that a word may become if its tone isn't typed yet. */
export const withoutTone = (marked: string): string => marked.replace(/[fsxrj]$/, '');
