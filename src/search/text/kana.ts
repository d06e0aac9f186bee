/**
 * Kana: hiragana and katakana of one sound, letters that names write small or large, loanwords in two spellings, and words
 * that no dictionary has.
 */
import type { Segment } from './segment.ts';

const HIRAGANA_LETTER = /[ぁ-ゖ]/g;
const KATAKANA_AFTER_HIRAGANA = 0x60;

/** A text with katakana for hiragana: `ボ` for `ぼ`. */
export const inKatakana = (text: string): string =>
  text.replace(HIRAGANA_LETTER, (letter) => String.fromCharCode(letter.charCodeAt(0) + KATAKANA_AFTER_HIRAGANA));

const SMALL_KATAKANA = /[ァィゥェォッャュョ]/g;

/** A text with large katakana for small ones: `キヤノン` for `キャノン`. A large letter follows the small one in Unicode. */
export const enlargeKatakana = (text: string): string =>
  text.replace(SMALL_KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));

/** By a foreign sound in large katakana, the Japanese one that many write for it. */
const JAPANESE_SOUNDS: Readonly<Record<string, string>> = {
  ヴア: 'バ',
  ヴイ: 'ビ',
  ヴ: 'ブ',
  ヴエ: 'ベ',
  ヴオ: 'ボ',
  ヴユ: 'ビユ',
  フオ: 'ホ',
};
export const japaneseSound = (sound: string): string => JAPANESE_SOUNDS[sound] ?? sound;

/** `フォ` only in these words: `フォーク` is no `ホーク`, and `アイホン` is a brand. */
const FOREIGN_SOUND =
  /ヴ[アイエオユ]?|(?<=ヘツド|イヤ|スマート|マイクロ|インター|テレ|メガ|サイ|サキソ|サクソ|シロ)フオ(?=ン)/g;

/** Words in large katakana with Japanese sounds for foreign ones: `バイオリン` for `ヴアイオリン`. */
export function withJapaneseSounds(words: string): string {
  const spelt = words.replace(FOREIGN_SOUND, japaneseSound);
  // Too many other words begin with one letter.
  return spelt.length > 1 ? spelt : words;
}

const HIRAGANA = /^[\p{sc=Hiragana}ー]+$/u;
const KATAKANA = /^[\p{sc=Katakana}ー]+$/u;
const scriptOf = (word: string) => [HIRAGANA, KATAKANA].find((script) => script.test(word)) ?? null;

const isParticle = ({ written, start }: Segment): boolean => start > 0 && /^[のをにはがとでもやへな]$/.test(written);
const isCut = (word: Segment): boolean => word.written.length === 1 && !isParticle(word);

/**
 * The words of a query or of a rule, with each run of kana as one word if the dictionary doesn't know it. ICU cuts such
 * a run into single letters, which every product has: `け`, `し`, `ご` and `む`.
 */
export function joinCutKana(words: readonly Segment[]): readonly Segment[] {
  if (!words.some(isCut)) return words;
  const runs: Segment[][] = [];
  for (const word of words) {
    const last = runs.at(-1)?.at(-1);
    const script = scriptOf(word.written);
    const continues =
      last !== undefined &&
      script !== null &&
      script === scriptOf(last.written) &&
      word.start === last.start + last.written.length;
    if (continues) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs.flatMap((run) => (run.length > 1 && run.some(isCut) ? joined(run) : run));
}

const joined = (run: readonly Segment[]): Segment => ({
  written: run.map(({ written }) => written).join(''),
  start: run[0]?.start ?? 0,
});
