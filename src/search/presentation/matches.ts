/** From the texts of a hit to the contract's `results`: one entry for each text that the query is in, best first. */

import { type MatchType, TEXT_FIELD_NAMES, TEXT_FIELDS, type TextField } from '../index/document.ts';
import { type ProductTexts, textsIn } from '../index/product-texts.ts';
import type { ShopperQuery } from '../query/parse.ts';
import { identifierSpan } from './identifier-span.ts';
import { mergeSpans, type Span } from './spans.ts';
import { createSynonymMatcher } from './synonym-matcher.ts';
import { createLenientMatcher, createWordMatcher, type WordMatcher } from './word-matcher.ts';

export interface SearchMatch {
  readonly product_id: string;
  readonly location_id: string;
  readonly type: MatchType;
  readonly text: string;
  readonly highlights?: readonly Span[];
}

export interface Hit {
  readonly productId: string;
  readonly texts: ProductTexts;
}

interface MatchesOptions {
  readonly query: ShopperQuery;
  /** The texts that the caller may see. */
  readonly fields: readonly TextField[];
  /** Whether the places of the words are told, too. */
  readonly withHighlights: boolean;
}

/** Returns what tells the matches of a hit: one at least, since what matched nowhere that can be shown is told by its title. */
export function createFindMatches({ query, fields, withHighlights }: MatchesOptions): (hit: Hit) => SearchMatch[] {
  const { identifier } = query;
  const strict = query.synonyms.length === 0 ? createWordMatcher(query) : withSynonyms(query);
  let lenient: WordMatcher | undefined;

  function findBy(texts: ProductTexts, matcher: WordMatcher): readonly MatchedText[] {
    const found: MatchedText[] = [];
    for (const field of fields) {
      for (const text of textsIn(texts, field)) {
        const matched = matchedText({ field, text, identifier, matcher });
        if (matched !== null) found.push(matched);
      }
    }
    return found;
  }

  function findIn(texts: ProductTexts): readonly MatchedText[] {
    const found = findBy(texts, strict);
    if (found.length > 0) return found;
    lenient ??= createLenientMatcher(query);
    const vague = findBy(texts, lenient);
    return vague.length > 0 ? vague : [{ type: 'title', text: texts.title ?? '', spans: [], words: 0 }];
  }

  return ({ productId, texts }) =>
    findIn(texts)
      .toSorted((one, other) => other.words - one.words)
      .map(({ type, text, spans }) => {
        const passage = passageOf(text, spans);
        return {
          product_id: productId,
          location_id: texts.location_id ?? '',
          type,
          text: passage.text,
          ...(withHighlights ? { highlights: passage.spans } : {}),
        };
      });
}

function withSynonyms(query: ShopperQuery): WordMatcher {
  const [inWords, inSynonyms] = [createWordMatcher(query), createSynonymMatcher(query.synonyms)];
  return (text, isExact) => mergeSpans([...inWords(text, isExact), ...inSynonyms(text, isExact)]);
}

interface MatchedText {
  readonly type: MatchType;
  readonly text: string;
  /** In order and without overlaps. */
  readonly spans: readonly Span[];
  /** How many different ones of the query's words it has. */
  readonly words: number;
}

/** An identifier that was asked for as such outweighs any number of words. */
const IDENTIFIER_WORDS = 100;

interface Asked {
  readonly field: TextField;
  readonly text: string;
  readonly identifier: string | null;
  readonly matcher: WordMatcher;
}

function matchedText({ field, text, identifier, matcher }: Asked): MatchedText | null {
  const isExact = field === 'sku' || field === 'barcode';
  const whole = identifier !== null && isExact ? identifierSpan(text, identifier) : null;
  const inWords = matcher(text, isExact);
  const spans = whole === null ? inWords : mergeSpans([...inWords, whole]);
  if (spans.length === 0) return null;
  const words = new Set(spans.map(({ start, length }) => text.slice(start, start + length).toLowerCase())).size;
  return { type: TEXT_FIELDS[field], text, spans, words: words + (whole === null ? 0 : IDENTIFIER_WORDS) };
}

/** What a caller who sees everything is told, and what one who sees only what is published. */
export const SHOWN_FIELDS = {
  all: TEXT_FIELD_NAMES,
  published: TEXT_FIELD_NAMES.filter((field) => field !== 'hidden_collections'),
} as const;

const MAX_PASSAGE_LENGTH = 240;
const BEFORE_MATCH_LENGTH = 60;
const ELLIPSIS = '…';

/** A long text cut to a readable passage around where most of its matches are, at the edges of words; longer matches are cut with it. */
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
