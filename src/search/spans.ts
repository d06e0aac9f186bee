/** Places in a text, in UTF-16 units. */

export interface Span {
  readonly start: number;
  readonly length: number;
}

/** In order, and those that overlap as one. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: { start: number; length: number }[] = [];
  for (const { start, length } of spans.toSorted((one, other) => one.start - other.start)) {
    const previous = merged.at(-1);
    if (previous === undefined || start >= previous.start + previous.length) merged.push({ start, length });
    else previous.length = Math.max(previous.length, start + length - previous.start);
  }
  return merged;
}

/** Turns places in UTF-8 bytes, as the engine tells them, into places in UTF-16 units; in order and without overlaps. */
export function utf16Spans(text: string, positions: readonly Span[]): Span[] {
  const bytes = Buffer.from(text, 'utf8');
  const spans: Span[] = [];
  let atByte = 0;
  let atUnit = 0;
  for (const { start, length } of positions.toSorted((one, other) => one.start - other.start)) {
    atUnit += bytes.toString('utf8', atByte, start).length;
    atByte = start;
    spans.push({ start: atUnit, length: bytes.toString('utf8', start, start + length).length });
  }
  return mergeSpans(spans);
}
