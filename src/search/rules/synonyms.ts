/**
 * Which of a merchant's synonyms a query is about, and the further queries that they give. The index is shared by all
 * merchants, so its own synonyms cannot be used. Pure functions.
 */
import { readQuery, type ShopperQuery, takeApart } from '../query/parse.ts';
import type { SearchRules } from './search-rules.ts';
import { keyOf, type Term, type Token, tokensOf } from './terms.ts';

/** Words of a query that stand together, and what the merchant says they mean, too. */
export interface SynonymGroup {
  /** Plain and singular. */
  readonly words: readonly string[];
  readonly alternatives: readonly Term[];
}

export interface Widened {
  /** The query with its synonyms. */
  readonly query: ShopperQuery;
  /** The query with synonyms in place of its own words: each costs the engine a search. */
  readonly variants: readonly ShopperQuery[];
}

/** So many further queries are asked at most: one for each of the first synonyms, and one with all words replaced. */
export const MAX_VARIANTS = 8;
const MAX_SYNONYMS = MAX_VARIANTS - 1;
/** More words of a query are not looked at. */
const MAX_TOKENS = 40;

/** Where words of a query stand that have synonyms, as places among its tokens. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly alternatives: readonly Term[];
}

/** `read` is what `readQuery` made of the query. */
export function widen(query: string, read: ShopperQuery, { synonyms }: SearchRules): Widened {
  if (synonyms.size === 0) return { query: read, variants: [] };
  const { phrases, chunks } = takeApart(query);
  const text = chunks.join(' ');
  const tokens = tokensOf(text).slice(0, MAX_TOKENS);
  const places = firstSynonyms(placesOf(tokens, synonyms));
  const single = places.flatMap(({ alternatives, ...place }) =>
    alternatives.map((alternative) => [{ ...place, alternatives: [alternative] }]),
  );
  const replaced = places.length > 1 ? [...single, places] : single;
  const variants = replaced.map((each) => {
    const variant = readQuery([...phrases, replace(text, tokens, each)].join(' '));
    // A synonym is a whole word, whatever the shopper goes on to type.
    const isUnfinished = variant.isUnfinished && each.at(-1)?.to !== tokens.length;
    return { ...variant, isUnfinished, excluded: read.excluded };
  });
  const groups = places.map(({ from, to, alternatives }) => ({ words: wordsIn(tokens, from, to), alternatives }));
  return { query: { ...read, synonyms: groups }, variants };
}

const wordsIn = (tokens: readonly Token[], from: number, to: number): string[] =>
  tokens.slice(from, to).map(({ word }) => word);

/** From the left, the longest first, none twice. A synonym that the shopper typed beside it is left out: it counts by itself. */
function placesOf(tokens: readonly Token[], synonyms: SearchRules['synonyms']): Place[] {
  const typed = new Set(tokens.map(({ word }) => word));
  const seen = new Set<string>();
  const places: Place[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const to = longestTerm(tokens, from, synonyms);
    if (to === null) continue;
    const key = keyOf(wordsIn(tokens, from, to));
    const others = new Map((synonyms.get(key) ?? []).flat().map((term) => [term.key, term]));
    const alternatives = [...others.values()].filter(({ words }) => !words.every((word) => typed.has(word)));
    if (alternatives.length > 0 && !seen.has(key)) places.push({ from, to, alternatives });
    seen.add(key);
    from = to - 1;
  }
  return places;
}

const MAX_TERM_LENGTH = 8;

function longestTerm(tokens: readonly Token[], from: number, synonyms: SearchRules['synonyms']): number | null {
  for (let to = Math.min(tokens.length, from + MAX_TERM_LENGTH); to > from; to -= 1)
    if (synonyms.has(keyOf(wordsIn(tokens, from, to)))) return to;
  return null;
}

/** As many as are honoured: of each place the first one, then of each the second, and so on. */
function firstSynonyms(places: readonly Place[]): Place[] {
  const most = Math.max(0, ...places.map(({ alternatives }) => alternatives.length));
  const counts = places.map(() => 0);
  let left = MAX_SYNONYMS;
  for (let round = 0; round < most; round += 1) {
    for (const [index, { alternatives }] of places.entries()) {
      if (left === 0 || round >= alternatives.length) continue;
      counts[index] = round + 1;
      left -= 1;
    }
  }
  return places
    .map((place, index) => ({ ...place, alternatives: place.alternatives.slice(0, counts[index]) }))
    .filter(({ alternatives }) => alternatives.length > 0);
}

/** The text with the first alternative at each of the places. What then stands at an edge without a word is left out. */
function replace(text: string, tokens: readonly Token[], places: readonly Place[]): string {
  let [replaced, done] = ['', 0];
  for (const { from, to, alternatives } of places) {
    replaced += `${withoutEdge(text.slice(done, tokens[from]?.start))} ${alternatives[0]?.text} `;
    done = tokens[to - 1]?.end ?? text.length;
  }
  return replaced + withoutEdge(text.slice(done));
}

/** `-pack` of `bike-pack` would be an exclusion. */
const withoutEdge = (rest: string): string => rest.replace(/^[^\p{L}\p{N}]+/u, '');
