/** Marks the matches of a text, as InstantSearch wants them. The text is never markup. */
import type { HighlightResult, RequestParams } from './protocol.ts';

export interface Span {
  readonly start: number;
  readonly length: number;
}

export interface Tags {
  readonly before: string;
  readonly after: string;
  /** How the text between tags is written. */
  readonly write: (text: string) => string;
}

/** With these tags, InstantSearch escapes the text itself, and then replaces them: the text must not be escaped. */
const PLACEHOLDER = 'ais-highlight';

/** The tags of a request: placeholders, or tags of its own (`escapeHTML: false`), whose `write` escapes the text. */
export function tagsOf({ highlightPreTag: before = '<em>', highlightPostTag: after = '</em>' }: RequestParams): Tags {
  const areReplaced = before.includes(PLACEHOLDER) && after.includes(PLACEHOLDER);
  return { before, after, write: areReplaced ? withoutPlaceholders : escapeHtml };
}

/** A product's own text can't make a mark: it gets a hyphen that looks the same. */
const withoutPlaceholders = (text: string): string => text.replaceAll(PLACEHOLDER, PLACEHOLDER.replace('-', '\u2011'));

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** `spans` are in order and don't overlap. */
export function markSpans(text: string, spans: readonly Span[], { before, after, write }: Tags): string {
  let [marked, end] = ['', 0];
  for (const { start, length } of spans) {
    marked += write(text.slice(end, start)) + before + write(text.slice(start, start + length)) + after;
    end = start + length;
  }
  return marked + write(text.slice(end));
}

/** The text with its matches marked. `words` is how many words the query has. */
export function markedText(text: string, spans: readonly Span[], words: number, tags: Tags): HighlightResult {
  const matchedWords = [...new Set(spans.map(({ start, length }) => text.slice(start, start + length).toLowerCase()))];
  const matchLevel = spans.length === 0 ? 'none' : matchedWords.length >= words ? 'full' : 'partial';
  return { value: markSpans(text, spans, tags), matchLevel, matchedWords };
}
