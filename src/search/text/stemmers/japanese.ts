/**
 * Stems of Japanese words, for what shoppers and names write in several ways:
 *
 * - without the polite `お` or `ご` before a character of Han: `茶` of `お茶`;
 * - words of kana alone in katakana, and all katakana large: `ハサミ` of `はさみ`, `キヤノン` of `キャノン`. So `びよういん` is
 *   `びょういん`, too;
 * - loanwords with `バ` for `ヴァ` and the like, and some with `ホン` for `フォン`: `バイオリン` of `ヴァイオリン`;
 * - long words in katakana without a final `ー`: `ソフア` of `ソファー`;
 * - words with several characters of Han without the kana between and after them: `折紙` of `折り紙`.
 */
import { enlargeKatakana, inKatakana, withJapaneseSounds } from '../kana.ts';

const POLITE = /^[おご](?=\p{scx=Han})/u;
/** Shorter words are others without it: `カバ` is a hippo, `カバー` a cover. */
const LONG_END = /(?<=^[ァ-ヺー]{3,})ー$/u;
const HAS_HAN = /\p{sc=Han}/u;
const SEVERAL_HAN = /\p{sc=Han}.*\p{sc=Han}/u;
/** Not the particle between two words. */
const OKURIGANA = /(?<=\p{sc=Han})(?!の)\p{sc=Hiragana}{1,2}(?=\p{sc=Han}|$)/gu;

export function stemJapanese(word: string): string {
  const stem = withoutLongEnd(stemPrefixJapanese(withoutPolite(word)));
  return SEVERAL_HAN.test(stem) ? stem.replace(OKURIGANA, '') : stem;
}

/**
 * The stem with the kana that are written or not, which has the beginnings that are typed. A word with foreign sounds is
 * as written, so that products with this spelling come first.
 */
export function speltStemJapanese(word: string): string {
  const spelt = withoutPolite(word);
  const large = withLargeKatakana(spelt);
  return withoutLongEnd(withJapaneseSounds(large) === large ? large : spelt);
}

/** The beginning of a word as its stem begins. */
export const stemPrefixJapanese = (beginning: string): string => withJapaneseSounds(withLargeKatakana(beginning));

const withLargeKatakana = (word: string): string => enlargeKatakana(HAS_HAN.test(word) ? word : inKatakana(word));
const withoutPolite = (word: string): string => word.replace(POLITE, '');
const withoutLongEnd = (word: string): string => word.replace(LONG_END, '');
