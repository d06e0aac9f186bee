/** Spans of a text, in UTF-16 units. */

export interface Span {
  readonly start: number;
  readonly length: number;
}

/** Sorts spans, and merges those that overlap. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: { start: number; length: number }[] = [];
  for (const { start, length } of spans.toSorted((one, other) => one.start - other.start)) {
    const previous = merged.at(-1);
    if (previous === undefined || start >= previous.start + previous.length) merged.push({ start, length });
    else previous.length = Math.max(previous.length, start + length - previous.start);
  }
  return merged;
}
