/**
 * Which searches the engine is asked for a query: one at first, further ones where that finds too little, and of more words
 * than the engine takes those that tell most.
 */
import type { Ask } from '../pipeline.ts';
import { engineQuery, type QueryPart, type ShopperQuery } from '../query/parse.ts';
import { type Candidate, isKnownTo } from '../ranking/rank.ts';
import { foldText } from '../text/fold.ts';

export interface Search {
  readonly q: string;
  /** `frequency`: all words, then without the most frequent ones, for which the engine counts each. */
  readonly matchingStrategy: 'all' | 'frequency';
}

/** A number that has no typing errors, and is found from its beginning on as any word (`1600` in `1600W`). */
const SHORT_NUMBER = /^\p{N}{1,4}$/u;

/** An identifier is meant exactly: as a phrase it has no typing errors, and no word of it is left out. */
export function firstSearch(read: ShopperQuery): Search {
  const isPhrase = read.isIdentifier && !SHORT_NUMBER.test(read.identifier ?? '');
  return searchOf(read, ({ text }) => (isPhrase ? asPhrase(text) : text));
}

const asPhrase = (text: string): string => `"${withoutQuotes(text)}"`;
const withoutQuotes = (text: string): string => text.replaceAll('"', '');

/** The engine ignores what follows. */
const MAX_WORDS = 10;
/** Fewer hits than this are few, where more are asked for. */
const FEW_HITS = 10;

/**
 * What to ask beside it, where that gave few hits, or none with a word that was taken for a plural (`wireles`): for an
 * identifier its letters and digits apart (`rtx3080` as `rtx 3080`), for anything else the words as they were typed, and
 * with no hit at all each word by itself. `lists`: what was found, several lists of the best.
 */
export function furtherSearches(
  read: ShopperQuery,
  lists: readonly (readonly Candidate[])[],
  limit: number,
): readonly Search[] {
  const hits = Math.max(...lists.map(({ length }) => length));
  if (read.isIdentifier) return hits > 0 ? [] : [searchOf(read, ({ text }) => asPhrase(lettersAndDigits(text)))];
  const last = read.parts.at(-1);
  const isPlural = read.isUnfinished && last?.text !== last?.typed;
  const areFew = hits === 0 || (isPlural && hits < Math.min(limit, FEW_HITS));
  if (!areFew && read.parts.every((part) => isFoundAsPlural(part, lists))) return [];
  const asTyped = read.parts.map((part) => ({ ...part, text: withoutQuotes(part.typed) }));
  const alone = hits > 0 || asTyped.length < 2 ? [] : asTyped.slice(0, MAX_WORDS);
  const searches = [asTyped, ...alone.map((part) => [part])].map((parts) => searchOf({ ...read, parts }));
  const first = firstSearch(read);
  return searches.filter(({ q }) => q !== first.q);
}

/** Whether it is no plural, or was one indeed: products that were found have the word, or one that it looks like. */
const isFoundAsPlural = ({ typed, text }: QueryPart, lists: readonly (readonly Candidate[])[]): boolean =>
  typed === text || lists.some((hits) => isKnownTo(hits, foldText(typed)));

function searchOf(read: ShopperQuery, textOf = ({ text }: QueryPart): string => text): Search {
  const parts = read.parts.map((part) => {
    const text = textOf(part);
    // What was searched as it was typed still is: as the last word it may go on.
    return { ...part, text, typed: part.typed === part.text ? text : part.typed };
  });
  // Of one word none is left out.
  const needsAll = read.isIdentifier || parts.reduce((words, { size }) => words + size, 0) === 1;
  const { excluded, isUnfinished } = read;
  return { q: engineQuery({ parts, excluded, isUnfinished }), matchingStrategy: needsAll ? 'all' : 'frequency' };
}

const lettersAndDigits = (text: string): string => text.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ');

/** So many are looked at, which is more than anyone types: each costs the engine a search. */
const MAX_COUNTED = 40;

/** Of too many words those that fewest products have, in their order; none that no product has. */
export async function withinWordLimit(ask: Ask, read: ShopperQuery): Promise<ShopperQuery> {
  const parts = read.parts.slice(0, MAX_COUNTED);
  const sizeOf = (list: readonly QueryPart[]) => list.reduce((sum, { size }) => sum + size, 0);
  if (sizeOf(read.parts) <= MAX_WORDS || parts.length < 2) return read;
  const counts = await ask(parts.map(({ text }) => ({ q: asPhrase(text), limit: 0, attributesToRetrieve: [] })));
  const rarestFirst = parts
    .map((part, index) => ({ part, count: counts[index]?.estimatedTotalHits ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.count - other.count);
  const kept = new Set<QueryPart>();
  for (const { part } of rarestFirst) if (sizeOf([...kept, part]) <= MAX_WORDS) kept.add(part);
  return kept.size === 0 ? read : { ...read, parts: parts.filter((part) => kept.has(part)), isUnfinished: false };
}
