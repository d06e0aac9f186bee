/**
 * From the engine's match positions to the contract's `results`: one entry for each text that matched, best first.
 * The engine counts in UTF-8 bytes of the whole text; callers get UTF-16 units of the passage that they are sent.
 */

import { type MatchType, type SearchDocument, TEXT_FIELDS, type TextField } from './index-document.ts';
import { ALL_TEXT_FIELDS } from './index-settings.ts';

/** A hit as the engine gives it: the texts, and where the query's words are in them. */
export interface Hit
  extends Pick<SearchDocument, 'product_id' | 'location_id' | Exclude<TextField, 'hidden_collections'>> {
  /** Absent where the caller may not see them. */
  readonly hidden_collections?: readonly string[];
  readonly _matchesPosition?: Readonly<Record<string, readonly MatchPosition[] | undefined>>;
}

interface MatchPosition {
  readonly start: number;
  readonly length: number;
  /** The path through lists to the text. */
  readonly indices?: readonly number[] | undefined;
}

interface Span {
  readonly start: number;
  readonly length: number;
}

export interface SearchMatch {
  readonly product_id: string;
  readonly location_id: string;
  readonly type: MatchType;
  readonly text: string;
  readonly highlights?: readonly Span[];
}

interface MatchedText {
  readonly type: MatchType;
  readonly text: string;
  readonly spans: readonly Span[];
  readonly words: number;
}

/** The matches of one hit; a hit that matched nowhere that can be shown is told by its title. */
export function matchesOf(hit: Hit, withHighlights: boolean): SearchMatch[] {
  const matched = ALL_TEXT_FIELDS.flatMap((field) => matchedTexts(hit, field));
  const bestFirst = matched.toSorted((one, other) => other.words - one.words);
  const shown = bestFirst.length > 0 ? bestFirst : [{ type: 'title' as const, text: hit.title, spans: [], words: 0 }];
  return shown.map(({ type, text, spans }) => {
    const passage = passageOf(text, spans);
    return {
      product_id: hit.product_id,
      location_id: hit.location_id,
      type,
      text: passage.text,
      ...(withHighlights ? { highlights: passage.spans } : {}),
    };
  });
}

/** The texts of one field that matched, each with its spans in UTF-16 units, in order and without overlaps. */
function matchedTexts(hit: Hit, field: TextField): MatchedText[] {
  const byElement = new Map<number, MatchPosition[]>();
  for (const position of hit._matchesPosition?.[field] ?? []) {
    const element = position.indices?.[0] ?? 0;
    const others = byElement.get(element);
    if (others === undefined) byElement.set(element, [position]);
    else others.push(position);
  }
  const value = hit[field];
  const texts = typeof value === 'string' ? [value] : value;
  return [...byElement].flatMap(([element, positions]) => {
    const text = texts?.[element];
    if (text === undefined) return [];
    const spans = utf16Spans(text, positions);
    const words = new Set(spans.map(({ start, length }) => text.slice(start, start + length).toLowerCase())).size;
    return [{ type: TEXT_FIELDS[field], text, spans, words }];
  });
}

/** Turns byte positions into UTF-16 spans; sorted, and merged where they overlap. */
export function utf16Spans(text: string, positions: readonly Span[]): Span[] {
  const bytes = Buffer.from(text, 'utf8');
  const spans: { start: number; length: number }[] = [];
  let atByte = 0;
  let atUnit = 0;
  for (const { start, length } of positions.toSorted((one, other) => one.start - other.start)) {
    atUnit += bytes.toString('utf8', atByte, start).length;
    atByte = start;
    const span = { start: atUnit, length: bytes.toString('utf8', start, start + length).length };
    const previous = spans.at(-1);
    if (previous === undefined || span.start >= previous.start + previous.length) spans.push(span);
    else previous.length = Math.max(previous.length, span.start + span.length - previous.start);
  }
  return spans;
}

const MAX_PASSAGE_LENGTH = 240;
const BEFORE_MATCH_LENGTH = 60;
const ELLIPSIS = '…';

/** A long text cut to a readable passage around where most of its matches are, at the edges of words. */
export function passageOf(text: string, spans: readonly Span[]): { text: string; spans: readonly Span[] } {
  if (text.length <= MAX_PASSAGE_LENGTH) return { text, spans };
  const from = wordEdge(text, Math.max(0, densestStart(spans) - BEFORE_MATCH_LENGTH), 1);
  const to = wordEdge(text, Math.min(text.length, from + MAX_PASSAGE_LENGTH), -1);
  const lead = from > 0 ? ELLIPSIS : '';
  const tail = to < text.length ? ELLIPSIS : '';
  const shift = lead.length - from;
  return {
    text: `${lead}${text.slice(from, to)}${tail}`,
    spans: spans
      .filter(({ start, length }) => start >= from && start + length <= to)
      .map(({ start, length }) => ({ start: start + shift, length })),
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
