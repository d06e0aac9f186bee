/**
 * Stems of Japanese words, for what shoppers and names write in several ways:
 *
 * - without the polite `お` or `ご` before a character of Han: `茶` of `お茶`;
 * - words of kana alone in katakana, and all katakana large: `ハサミ` of `はさみ`, `キヤノン` of `キャノン`. So `びよういん` is
 *   `びょういん`, too;
 * - long words in katakana without a final `ー`: `ソフア` of `ソファー`;
 * - words with several characters of Han without the kana between and after them: `折紙` of `折り紙`.
 */
import { enlargeKatakana, inKatakana } from '../kana.ts';

const POLITE = /^[おご](?=\p{scx=Han})/u;
/** Shorter words are others without it: `カバ` is a hippo, `カバー` a cover. */
const LONG_END = /(?<=^[ァ-ヺー]{3,})ー$/u;
const HAS_HAN = /\p{sc=Han}/u;
const SEVERAL_HAN = /\p{sc=Han}.*\p{sc=Han}/u;
/** Not the particle between two words. */
const OKURIGANA = /(?<=\p{sc=Han})(?!の)\p{sc=Hiragana}{1,2}(?=\p{sc=Han}|$)/gu;

export function stemJapanese(word: string): string {
  const spelt = speltStemJapanese(word);
  return SEVERAL_HAN.test(spelt) ? spelt.replace(OKURIGANA, '') : spelt;
}

/** The stem with the kana that are written or not, which has the beginnings that are typed. */
export const speltStemJapanese = (word: string): string =>
  stemPrefixJapanese(word.replace(POLITE, '')).replace(LONG_END, '');

/** The beginning of a word as its stem begins. */
export const stemPrefixJapanese = (beginning: string): string =>
  enlargeKatakana(HAS_HAN.test(beginning) ? beginning : inKatakana(beginning));
