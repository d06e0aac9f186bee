/** Segments: the words of a text by Unicode's rules and dictionaries, also in scripts without spaces. */

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** The words in lower case, each such that the engine takes it for one word. */
export function segmentWords(text: string): string[] {
  const runs = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return runs.flatMap((run) => [...SEGMENTER.segment(run)].map(({ segment }) => segment));
}
