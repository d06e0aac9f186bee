/**
 * Segments: the words of scripts without spaces between words, by the dictionaries of Unicode (ICU). These may differ
 * between versions of Node, so they are a part of the schema version (`indexer/checkpoint/icu-version.ts`).
 */

/**
 * A character of a script without spaces: Chinese, Japanese, Thai, Lao, Khmer and Burmese. ー belongs to two scripts.
 */
export const UNSPACED =
  '(?:(?=[\\p{L}\\p{M}\\p{N}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}])';

const HAS_UNSPACED = new RegExp(UNSPACED, 'u');
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** Whether a text has a character of such a script. */
export const isUnspaced = (text: string): boolean => HAS_UNSPACED.test(text);

export interface Segment {
  readonly written: string;
  readonly start: number;
}

/** The segments of a run of letters, digits and marks, with their offsets in it. */
export const locateSegments = (run: string): readonly Segment[] =>
  Array.from(SEGMENTER.segment(run), ({ segment, index }) => ({ written: segment, start: index }));

const RUN = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a text in lower case, split such that the engine takes each for one word. */
export const segmentWords = (text: string): string[] =>
  (text.toLowerCase().match(RUN) ?? []).flatMap((run) => locateSegments(run).map(({ written }) => written));
