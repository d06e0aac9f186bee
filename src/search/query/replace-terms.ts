/** Replaces words of a query with other terms. Pure functions. */
import { keyOf, type SynonymTerm } from '../synonyms/terms.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { type LocatedToken, locateTokens } from '../text/tokenize.ts';

/** A text and its tokens. */
export interface LocatedText {
  readonly text: string;
  readonly tokens: readonly LocatedToken[];
}

export const locate = (text: string, analyzer: Analyzer): LocatedText => ({
  text,
  tokens: locateTokens(text, analyzer),
});

/** The text of a query with synonyms in place of some words. */
export interface Replacement {
  readonly replaced: string;
  /** Whether the last word is a synonym. */
  readonly replacesEnd: boolean;
}

/** Adjacent words, by their indexes among the tokens, and what takes their place. */
interface Replaced {
  readonly from: number;
  readonly to: number;
  readonly by: SynonymTerm;
}

/** The text with these words replaced, without punctuation beside them. */
export function replaceTerms({ text, tokens }: LocatedText, all: readonly Replaced[]): Replacement {
  let [replaced, done] = ['', 0];
  for (const { from, to, by } of all) {
    replaced += `${withoutEdge(text.slice(done, tokens[from]?.start))} ${by.text} `;
    done = tokens[to - 1]?.end ?? text.length;
  }
  return { replaced: replaced + withoutEdge(text.slice(done)), replacesEnd: all.at(-1)?.to === tokens.length };
}

/** The text with each of these terms replaced wherever it occurs. They are by key. */
export function replaceAll(located: LocatedText, terms: ReadonlyMap<string, SynonymTerm>): Replacement {
  const { tokens } = located;
  const all: Replaced[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const to = endOfTerm(tokens, from, terms);
    const by = to === null ? undefined : terms.get(keyOf(stemsIn(tokens, from, to)));
    if (to === null || by === undefined) continue;
    all.push({ from, to, by });
    from = to - 1;
  }
  return replaceTerms(located, all);
}

/** The `-` of `bike-pack` would exclude `pack`. */
const withoutEdge = (rest: string): string => rest.replace(/^[^\p{L}\p{N}]+/u, '');

const MAX_TERM_LENGTH = 8;

/** Returns where the longest term ends that begins at `from`; null if none does. */
export function endOfTerm(
  tokens: readonly LocatedToken[],
  from: number,
  terms: { has(key: string): boolean },
): number | null {
  for (let to = Math.min(tokens.length, from + MAX_TERM_LENGTH); to > from; to -= 1)
    if (terms.has(keyOf(stemsIn(tokens, from, to)))) return to;
  return null;
}

export const stemsIn = (tokens: readonly LocatedToken[], from: number, to: number): string[] =>
  tokens.slice(from, to).map(({ stem }) => stem);
