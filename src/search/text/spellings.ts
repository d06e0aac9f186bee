/**
 * The words of texts as suggestions compare them: a text begins with what has been typed so far. They are folded and
 * without punctuation. Input methods change the last letters of an unfinished word, so Hangul is compared by its letters
 * (`롯` begins `로션`), and kana are large katakana (`ぼ` begins `ボールペン`).
 */
import { BEYOND_ASCII, foldText } from './fold.ts';
import { typedLetters } from './hangul.ts';
import { enlargeKatakana, inKatakana, withJapaneseSounds } from './kana.ts';

/**
 * The words with a space between them; with umlauts, also with the `e` by which other keyboards write these, and with
 * foreign sounds in katakana also with Japanese ones (`バイオリン` for `ヴァイオリン`).
 */
export type Spellings = readonly string[];

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** The apostrophe of Ukrainian words is a letter. */
const APOSTROPHE = /ʼ/g;
const UMLAUT = /[äöü]/g;
const WITH_E: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };
const HANGUL = /\p{sc=Hangul}+/gu;

/** The spellings of a text; none if it has no words. */
export function spellingsOf(text: string): Spellings {
  const lower = text.toLowerCase().normalize();
  const withE = lower.replace(UMLAUT, (letter) => WITH_E[letter] ?? letter);
  const spellings = withE === lower ? [lower] : [lower, withE];
  const words = spellings.map(wordsOf).flatMap((each) => [each, withJapaneseSounds(each)]);
  return [...new Set(words)].filter((each) => each !== '');
}

/** Whether a text may be what somebody is typing. The last word may be unfinished. */
export const beginsWith = (text: Spellings, typed: Spellings): boolean =>
  text.some((words) => typed.some((beginning) => words.startsWith(beginning)));

export const hasSameWords = (text: Spellings, other: Spellings): boolean => text.some((words) => other.includes(words));

function wordsOf(text: string): string {
  const words = (foldText(text).replace(APOSTROPHE, ' ').match(WORD) ?? []).join(' ');
  return BEYOND_ASCII.test(words) ? enlargeKatakana(inKatakana(words)).replace(HANGUL, typedLetters) : words;
}
