/**
 * Words as ranking compares them: without case, accents and plural. The same functions read a product's texts when it is
 * indexed and a query when it is asked, so the two agree. To find words, also misspelt and unfinished ones, is the engine's.
 */

/** Letters that Unicode does not take apart into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** Whether a text has letters that `plain` writes otherwise and the engine does not: `Straße` is found by `strasse` only so. */
export const hasLigature = (text: string): boolean => /[ßæœøł]/iu.test(text);

/** A text in small letters without accents. */
export function plain(text: string): string {
  const small = text.toLowerCase();
  if (!/[^ -~]/.test(small)) return small;
  return (
    small
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      // A character can stand for several letters, large ones among them: ㍱ is hPa.
      .toLowerCase()
      .replace(/[ßæœøłđı]/g, (letter) => PLAIN[letter] ?? letter)
  );
}

const SPACED_WORD = /[\p{L}\p{N}]+/gu;
/** In scripts that are written without spaces, each character counts as a word. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const ANY_WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, 'gu');

/** Whether a word is a character of such a script. */
export const isUnspaced = (word: string): boolean => HAS_UNSPACED.test(word);

/** The words of a text, plain, in its order. */
export function wordsOf(text: string): string[] {
  const letters = plain(text);
  return letters.match(HAS_UNSPACED.test(letters) ? ANY_WORD : SPACED_WORD) ?? [];
}

/** The words of several texts. Taken apart as one, that is faster. */
export const wordsOfAll = (texts: readonly string[]): string[] => (texts.length === 0 ? [] : wordsOf(texts.join(' ')));

const ANY_WRITTEN_WORD = new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** The words of a text as they stand in it, with their places. */
export const writtenWords = (text: string): { readonly written: string; readonly start: number }[] =>
  [...text.matchAll(ANY_WRITTEN_WORD)].map(({ 0: written, index }) => ({ written, start: index }));

/** How many words the engine counts in a text, of unspaced scripts by what a word of them has on average. */
export function wordCountOf(text: string): number {
  const words = wordsOf(text);
  const characters = words.filter((word) => HAS_UNSPACED.test(word)).length;
  return words.length - characters + Math.ceil(characters / 2);
}

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a text in small letters, also of a script without spaces, each such that the engine takes it for one word. */
export function singleWords(text: string): string[] {
  const runs = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return runs.flatMap((run) => [...SEGMENTER.segment(run)].map(({ segment }) => segment));
}

const MIN_PLURAL_LENGTH = 4;
/** `tvs`, `cds`: three consonants, but for those that are words themselves (`10 pcs` are no computers). */
const ABBREVIATED_PLURAL = /^(?!cms|dns|dts|gps|mms|pcs|rms|sms|vhs)[bcdfghjklmnpqrtvwxz]{2}s$/;

/**
 * The singular of a regular English plural, as of most Spanish, Portuguese and French ones; any other word as it is.
 * That it is a real word does not matter: it is compared only with what the same rules made (S-stemmer, Harman 1991).
 */
export function singular(word: string): string {
  if (!word.endsWith('s')) return word;
  if (ABBREVIATED_PLURAL.test(word)) return word.slice(0, -1);
  if (word.length < MIN_PLURAL_LENGTH || /(?:ss|us|is|\d.*)$/.test(word)) return word;
  if (word.length > MIN_PLURAL_LENGTH && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|z|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** An identifier as it is compared: plain, without whatever separates its parts. */
export const squeezed = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** From the last character to the first: the end of a text is then the beginning. */
export const reversed = (text: string): string => [...text].reverse().join('');

/** Three digits in four characters or more. */
const SERIAL_NUMBER = /^(?=.{4})(?=.*\p{N}.*\p{N}.*\p{N})/u;

/** Whether a word is one as products are numbered by: each has another. */
export const isSerialNumber = (word: string): boolean => SERIAL_NUMBER.test(word);

const MIN_MODEL_LENGTH = 4;
/** Amounts, as in `500GB`, `2.4GHz` or `1920x1080`: the digits and letters of a model number, but no name of anything. */
const AMOUNT = /^\d+(?:\p{L}{1,4}|x\d+\p{L}{0,2})$/u;

/** Whether a squeezed text is an amount with its unit; a bare number is none. */
export const isAmount = (key: string): boolean => AMOUNT.test(key);

/** Of an amount of five digits and more the number, which is asked for as it is; shorter ones are found as its beginning. */
const LONG_NUMBER = /^(\d{5,})\p{L}/u;

export const longNumberOf = (word: string): string | undefined => LONG_NUMBER.exec(word)?.[1];

/** Capitals that may begin the model number that follows them: `WH 1000XM4`, `RTX 3080`. */
const SERIES = /^\p{Lu}{1,4}$/u;
const SERIES_NUMBER = /^\d{3,5}$/;
/** A digit, or a character that may stand for one. */
const MAY_HAVE_DIGIT = /[^ -/:-~]/;

/**
 * What in a title looks like a model number: digits together with letters, as in `DRL-18V/BL`; also together with the
 * capitals before them.
 */
export function modelNumbersOf(title: string): string[] {
  const parts = title.split(/\s+/);
  return parts.flatMap((part, index) => {
    if (!MAY_HAVE_DIGIT.test(part)) return [];
    const key = squeezed(part);
    const series = SERIES.test(parts[index - 1] ?? '') ? [`${parts[index - 1]} ${part}`] : [];
    if (SERIES_NUMBER.test(part)) return series;
    const isModel = key.length >= MIN_MODEL_LENGTH && /\d/.test(key) && /\p{L}/u.test(key) && !isAmount(key);
    return isModel ? [part, ...series] : [];
  });
}
