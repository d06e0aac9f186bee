/** Tokens: the folded words of a text. Indexing and queries use the same functions, so the two agree. */
import { foldText } from './fold.ts';

/** Scripts without spaces between words: each character is a token. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const SPACED_WORD = /[\p{L}\p{N}]+/gu;
const ANY_WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, 'gu');
const ANY_WORD_WITH_MARKS = new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** Whether a token is a character of such a script. */
export const isUnspaced = (token: string): boolean => HAS_UNSPACED.test(token);

export function tokenize(text: string): string[] {
  const folded = foldText(text);
  return folded.match(HAS_UNSPACED.test(folded) ? ANY_WORD : SPACED_WORD) ?? [];
}

/** One call for all texts is faster than one for each. */
export const tokenizeAll = (texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : tokenize(texts.join(' '));

/** The words of a text as written, with their offsets. */
export const locateWords = (text: string): { readonly written: string; readonly start: number }[] =>
  [...text.matchAll(ANY_WORD_WITH_MARKS)].map(({ 0: written, index }) => ({ written, start: index }));

/** How many words the engine counts in a text. In unspaced scripts a word has two characters on average. */
export function countEngineWords(text: string): number {
  const tokens = tokenize(text);
  const characters = tokens.filter(isUnspaced).length;
  return tokens.length - characters + Math.ceil(characters / 2);
}
