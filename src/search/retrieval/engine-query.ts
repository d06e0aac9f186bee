/** Queries in the engine's syntax. */
import { isPhrase } from '../query/query.ts';
import { tokenize } from '../text/tokenize.ts';

interface EngineQuery {
  /** Words, and phrases with their quotes. */
  readonly words: readonly string[];
  /** Every form of what must not occur. */
  readonly excluded: readonly string[];
  /** Whether the last word may be the beginning of a longer one. */
  readonly lastIsPrefix: boolean;
}

/** The engine takes the very last word for a prefix: exclusions go first, and a space ends a whole word. */
export function engineQuery({ words, excluded, lastIsPrefix }: EngineQuery): string {
  const without = excluded.map((form) => `-${asUnit(form)}`);
  return [...without, ...words].join(' ') + (lastIsPrefix ? '' : ' ');
}

/** In quotes where it is several words: the engine would exclude the first alone. */
const asUnit = (form: string): string => (isPhrase(form) || tokenize(form).length < 2 ? form : asPhrase(form));

/** A phrase has no typing errors, and none of its words is left out. */
export const asPhrase = (text: string): string => `"${withoutQuotes(text)}"`;

export const withoutQuotes = (text: string): string => text.replaceAll('"', '');
