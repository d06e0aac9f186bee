/**
 * From the engine's match positions to the contract's `results`: one entry for each text that matched, best first.
 * The engine counts in UTF-8 bytes of the whole text; callers get UTF-16 units of the passage that they are sent.
 */

import { type MatchType, type SearchDocument, SPELLINGS_FIELD, TEXT_FIELDS, type TextField } from './index-document.ts';
import { ALL_TEXT_FIELDS } from './index-settings.ts';
import { mergeSpans, type Span, utf16Spans } from './spans.ts';
import { identifierSpan, spellingSpans } from './spellings.ts';
import type { WordMatcher } from './word-matcher.ts';

/** A hit as the engine gives it: the texts, and where the query's words are in them. */
export interface Hit
  extends Pick<SearchDocument, 'product_id' | 'location_id' | Exclude<TextField, 'hidden_collections'>> {
  /** Absent where the caller may not see them. */
  readonly hidden_collections?: readonly string[];
  readonly spellings?: readonly string[];
  readonly _matchesPosition?: Readonly<Record<string, readonly MatchPosition[] | undefined>>;
}

interface MatchPosition {
  readonly start: number;
  readonly length: number;
  /** The path through lists to the text. */
  readonly indices?: readonly number[] | undefined;
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

/** How to find the query in texts beside where the engine says that it is. */
export interface Finding {
  /** The query where it can be an identifier, as `squeezed` makes it. */
  readonly identifier?: string | null;
  readonly wordMatcher?: WordMatcher;
}

/** The matches of one hit, best first; a hit that matched nowhere that can be shown is told by its title. */
export function matchesOf(hit: Hit, withHighlights: boolean, finding: Finding = {}): SearchMatch[] {
  const matches = findMatches(hit, withHighlights, finding);
  if (matches.length > 0) return matches;
  return [shown(hit, { type: 'title', text: hit.title, spans: [], words: 0 }, withHighlights)];
}

/** The same, and none for such a hit. */
export function findMatches(hit: Hit, withHighlights: boolean, finding: Finding): SearchMatch[] {
  const spellings = matchedSpellings(hit);
  const matched = ALL_TEXT_FIELDS.flatMap((field) => matchedTexts(hit, field, spellings, finding));
  return matched.toSorted((one, other) => other.words - one.words).map((match) => shown(hit, match, withHighlights));
}

function shown(hit: Hit, { type, text, spans }: MatchedText, withHighlights: boolean): SearchMatch {
  const passage = passageOf(text, spans);
  return {
    product_id: hit.product_id,
    location_id: hit.location_id,
    type,
    text: passage.text,
    ...(withHighlights ? { highlights: passage.spans } : {}),
  };
}

/** Those of the product's other spellings that the query has. */
function matchedSpellings({ spellings = [], _matchesPosition }: Hit): ReadonlySet<string> {
  const positions = _matchesPosition?.[SPELLINGS_FIELD] ?? [];
  return new Set(positions.flatMap(({ indices }) => spellings[indices?.[0] ?? -1] ?? []));
}

/** An identifier that was asked for as such outweighs any number of words. */
const IDENTIFIER_WORDS = 100;

/** The texts of one field that matched, each with its spans in UTF-16 units, in order and without overlaps. */
function matchedTexts(
  hit: Hit,
  field: TextField,
  spellings: ReadonlySet<string>,
  { identifier = null, wordMatcher }: Finding,
): MatchedText[] {
  const value = hit[field] ?? [];
  const texts = typeof value === 'string' ? [value] : value;
  const positions = hit._matchesPosition?.[field] ?? [];
  const isExact = field === 'sku' || field === 'barcode';
  return texts.flatMap((text, element) => {
    const told = positions.filter(({ indices }) => (indices?.[0] ?? 0) === element);
    const whole = identifier !== null && isExact ? identifierSpan(text, identifier) : null;
    const spans = mergeSpans([
      ...(told.length > 0 ? utf16Spans(text, told) : []),
      ...(spellings.size > 0 ? spellingSpans(text, spellings) : []),
      ...(wordMatcher?.(text, isExact) ?? []),
      ...(whole === null ? [] : [whole]),
    ]);
    if (spans.length === 0) return [];
    const words = new Set(spans.map(({ start, length }) => text.slice(start, start + length).toLowerCase())).size;
    return [{ type: TEXT_FIELDS[field], text, spans, words: words + (whole === null ? 0 : IDENTIFIER_WORDS) }];
  });
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
