/**
 * Where a text has a word that was found by another spelling of it: a plural found by its singular, an identifier found
 * without its separators or by its beginning or end. The engine cannot tell: it found the spelling, in a field of its own.
 */
import { mergeSpans, type Span } from './spans.ts';
import { plain, singular, squeezed } from './words.ts';

/** A word as it stands in a text, with the marks on its letters. */
export const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const PART = /\S+/g;

/** The places of words, and of parts between spaces, whose spelling is one of these. */
export function spellingSpans(text: string, spellings: ReadonlySet<string>): Span[] {
  const spanOf = ({ 0: word, index }: RegExpExecArray): Span => ({ start: index, length: word.length });
  const words = [...text.matchAll(WORD)].filter(([word]) => spellings.has(singular(plain(word))));
  const parts = [...text.matchAll(PART)].filter(([part]) => spellings.has(squeezed(part)));
  const whole = spellings.has(squeezed(text)) ? [{ start: 0, length: text.length }] : [];
  return mergeSpans([...words.map(spanOf), ...parts.map(spanOf), ...whole]);
}

/** The place of an identifier, or of so much of it, at the beginning or end of a text; null where it is at neither. */
export function identifierSpan(text: string, identifier: string): Span | null {
  const key = squeezed(text);
  if (!key.startsWith(identifier) && !key.endsWith(identifier)) return null;
  const from = key.startsWith(identifier) ? 0 : key.length - identifier.length;
  let [start, end, at, counted] = [0, text.length, 0, 0];
  for (const character of text) {
    const length = squeezed(character).length;
    if (length > 0 && counted <= from) start = at;
    at += character.length;
    counted += length;
    if (counted >= from + identifier.length) {
      end = at;
      break;
    }
  }
  return { start, length: end - start };
}
