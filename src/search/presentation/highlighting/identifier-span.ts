/** Finds an identifier in a text, whatever separates its parts. */
import { stripSeparators } from '../../text/identifiers.ts';
import type { Span } from './spans.ts';

/** The span of an identifier at the start or end of a text; null if it is at neither. */
export function identifierSpan(text: string, identifier: string): Span | null {
  const key = stripSeparators(text);
  if (!key.startsWith(identifier) && !key.endsWith(identifier)) return null;
  const from = key.startsWith(identifier) ? 0 : key.length - identifier.length;
  let [start, end, at, counted] = [0, text.length, 0, 0];
  for (const character of text) {
    const length = stripSeparators(character).length;
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
