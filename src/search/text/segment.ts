/**
 * Segments: the words of scripts without spaces between words, by the dictionaries of Unicode (ICU). These may differ
 * between versions of Node, so they are a part of the schema version (`indexer/checkpoint/icu-version.ts`).
 */
import { UNIT_WORDS } from './amounts/unit-names.ts';

/**
 * The scripts without spaces, as a part of a character class: Chinese, Japanese, Thai, Lao, Khmer and Burmese. ー belongs
 * to two scripts.
 */
export const UNSPACED_SCRIPTS =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}';
/** A character of such a script. */
export const UNSPACED = `(?:(?=[\\p{L}\\p{M}\\p{N}])[${UNSPACED_SCRIPTS}])`;

const HAS_UNSPACED = new RegExp(UNSPACED, 'u');
/** Where these scripts begin, and five characters that they share with others. Most texts fail this faster check. */
const MAY_BE_UNSPACED = /[\u02bc\u0e00-\uffff]|\u0303|\u0305|\u0323|\u0331/;
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** Whether a text has a character of such a script. */
export const isUnspaced = (text: string): boolean => MAY_BE_UNSPACED.test(text) && HAS_UNSPACED.test(text);

export interface Segment {
  readonly written: string;
  readonly start: number;
}

/** The segments of a run of letters, digits and marks, with their offsets in it. */
export function locateSegments(run: string): readonly Segment[] {
  const segments: { written: string; readonly start: number }[] = [];
  for (const { segment, index } of SEGMENTER.segment(run)) {
    const last = segments.at(-1);
    // ICU knows `ヘッドホン` as one word, but not `ヘッドフォン`.
    if (segment === 'フォン' && last !== undefined && /[ァ-ヺー]$/.test(last.written)) last.written += segment;
    else segments.push({ written: segment, start: index });
  }
  return segments;
}

const OTHER = `(?!${UNSPACED})[\\p{L}\\p{N}]`;
const BESIDE_OTHER = new RegExp(`(?<=${UNSPACED})(?=${OTHER})|(?<=${OTHER})(?=${UNSPACED})`, 'gu');
/** `英寸电视` after a number: the first segment may be its unit. */
const AFTER_NUMBER = new RegExp(`(?<=\\p{Nd} )${UNSPACED}+`, 'gu');
/** Between an amount and a number with its counter, as in `500ml24本`. Not within a model number, as `a7m3`. */
const BESIDE_COUNTED = new RegExp(
  `(?=\\p{Nd}+ ${UNSPACED})(?<=(?<![\\p{L}\\p{N}])\\p{Nd}+(?:[.,]\\p{Nd}+)?(?:${UNIT_WORDS}|[glm]))`,
  'giu',
);

/**
 * A text with spaces wherever a script without spaces meets another one, or digits, and after a word that may be a
 * unit: `咖啡豆 500g` for `咖啡豆500g`, `55 英寸 电视` for `55英寸电视`.
 */
export function separateScripts(text: string): string {
  if (!isUnspaced(text)) return text;
  return text
    .replace(BESIDE_OTHER, ' ')
    .replace(BESIDE_COUNTED, ' ')
    .replace(AFTER_NUMBER, (run) => {
      const first = SEGMENTER.segment(run).containing(0)?.segment ?? run;
      return first === run ? run : `${first} ${run.slice(first.length)}`;
    });
}

/** The offset in a text of each character of the separated text, and of its end. */
export function offsetsOfSeparated(separated: string, text: string): readonly number[] {
  const offsets: number[] = [];
  let at = 0;
  for (let index = 0; index < separated.length; index += 1) {
    offsets.push(at);
    // Only spaces were added.
    if (separated[index] === text[at]) at += 1;
  }
  return [...offsets, at];
}

const RUN = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a text in lower case, split such that the engine takes each for one word. */
export const segmentWords = (text: string): string[] =>
  (text.toLowerCase().match(RUN) ?? []).flatMap((run) => locateSegments(run).map(({ written }) => written));
