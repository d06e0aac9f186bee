/**
 * Stems of Japanese words: without the polite `お` or `ご` before a character of Han, as in `お茶` for `茶`, and with large
 * katakana for small ones, because names have both: `キャノン` is `キヤノン`.
 */
import { enlargeKatakana } from '../kana.ts';

const POLITE = /^[おご](?=\p{scx=Han})/u;

export const stemJapanese = (word: string): string => enlargeKatakana(word.replace(POLITE, ''));
