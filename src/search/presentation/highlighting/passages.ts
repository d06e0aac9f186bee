/** Passages: long texts, cut to a readable part around their matches. */
import type { Span } from './spans.ts';

const MAX_PASSAGE_LENGTH = 240;
const BEFORE_MATCH_LENGTH = 60;
const ELLIPSIS = '…';

interface Passage {
  readonly text: string;
  readonly spans: Span[];
}

/**
 * The part of a long text that has the most matches, cut between words. A match that is longer than a passage is cut,
 * too.
 */
export function passageOf(text: string, spans: Span[]): Passage {
  if (text.length <= MAX_PASSAGE_LENGTH) return { text, spans };
  const from = wordEdge(text, Math.max(0, densestStart(spans) - BEFORE_MATCH_LENGTH), 1);
  const to = wordEdge(text, Math.min(text.length, from + MAX_PASSAGE_LENGTH), -1);
  const lead = from > 0 ? ELLIPSIS : '';
  const tail = to < text.length ? ELLIPSIS : '';
  const shift = lead.length - from;
  return {
    text: `${lead}${text.slice(from, to)}${tail}`,
    spans: spans
      .filter(({ start, length }) => start < to && start + length > from)
      .map(({ start, length }) => {
        const [first, end] = [Math.max(start, from), Math.min(start + length, to)];
        return { start: first + shift, length: end - first };
      }),
  };
}

/** The start of the match from which a passage holds the most matches. */
function densestStart(spans: readonly Span[]): number {
  let best = { start: 0, count: 0 };
  let end = 0;
  for (const [index, { start }] of spans.entries()) {
    while (end < spans.length && (spans[end]?.start ?? 0) < start + MAX_PASSAGE_LENGTH - BEFORE_MATCH_LENGTH) end += 1;
    if (end - index > best.count) best = { start, count: end - index };
  }
  return best.start;
}

const EDGE_SEARCH_LENGTH = 30;

/** The nearest edge of a word at or after (`step` 1) or before (-1) a position; never inside a surrogate pair. */
function wordEdge(text: string, position: number, step: 1 | -1): number {
  if (position === 0 || position === text.length) return position;
  for (let offset = 0; offset < EDGE_SEARCH_LENGTH; offset += 1) {
    const at = position + offset * step;
    if (
      /\s/.test(text.charAt(at - 1)) !== /\s/.test(text.charAt(at)) &&
      /\s/.test(text.charAt(step === 1 ? at - 1 : at))
    )
      return at;
  }
  const insidePair = /[\udc00-\udfff]/.test(text.charAt(position)) && /[\ud800-\udbff]/.test(text.charAt(position - 1));
  return insidePair ? position + step : position;
}
