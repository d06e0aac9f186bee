/**
 * Products by their identifiers (SKU, barcode, model number). The engine finds these as numbers, not as words: of identifiers
 * each product has others, which would fill its table of words. What it gives is looked at once more, see `index/identifier-numbers.ts`.
 */

import { identifiersOf, type RankingPayload } from '../index/ranking-payload.ts';
import { type Ask, askHits, type EngineSearch } from '../pipeline.ts';
import { engineQuery, isPhrase, type NamedWord, type ShopperQuery } from '../query/parse.ts';
import { stripSeparators } from '../text/identifiers.ts';
import { identifierFilter, identifierStartFilter, notIdentifierFilter, wholeIdentifierFilter } from './filter.ts';

const MAX_HITS = 20;

/** What all searches by identifiers have in common. */
export type IdentifierSearches = Pick<EngineSearch, 'limit' | 'attributesToRetrieve'>;

/** `hidden`: how many hits are not shown. */
export const identifierSearches = (hidden: number): IdentifierSearches => ({
  limit: MAX_HITS + hidden,
  attributesToRetrieve: ['ranking_payload'],
});

const searchFor = (searches: IdentifierSearches, filter: readonly string[], q = ''): EngineSearch => ({
  q,
  filter,
  ...searches,
});

/** What a query excludes by an identifier, which no text may name. */
export const nameExclusions = ({ excludedNames }: ShopperQuery): readonly string[] =>
  excludedNames.map(notIdentifierFilter);

/** For all that has the identifier, or begins or ends with it. */
export const searchForPart = (searches: IdentifierSearches, identifier: string): EngineSearch =>
  searchFor(searches, [identifierFilter(identifier)]);

/** For what is named by one part of a query: with all its other phrases, and without what it excludes. */
export function searchForName(
  searches: IdentifierSearches,
  { key, isUnfinished }: NamedWord,
  read: ShopperQuery,
): EngineSearch {
  const { parts, excluded } = read;
  const phrases = parts.filter(({ typed }) => isPhrase(typed) && stripSeparators(typed) !== key);
  const filter = isUnfinished ? identifierStartFilter(key) : wholeIdentifierFilter(key);
  return searchFor(
    searches,
    [filter, ...nameExclusions(read)],
    engineQuery({ parts: phrases, excluded, isUnfinished: false }).trim(),
  );
}

/**
 * All hits that have the identifier, begin or end with it, from the answer to `searchForPart`. The engine gives those in no
 * order: where they are more than it was asked for, it is asked for the whole identifier by itself.
 */
export async function allIdentified(
  ask: Ask,
  searches: IdentifierSearches,
  identifier: string,
  found: readonly RankingPayload[],
): Promise<readonly RankingPayload[]> {
  const isCut = found.length >= searches.limit;
  const wholly = isCut ? await askHits(ask, [searchFor(searches, [wholeIdentifierFilter(identifier)])]) : [];
  const isIt = (hit: RankingPayload) =>
    identifiersOf(hit).some((each) => each.startsWith(identifier) || each.endsWith(identifier));
  return [...wholly.flat(), ...found].filter(isIt);
}

/** Of the answer to `searchForName` the hits that have that name. */
export const namedHits = (
  { key, isUnfinished }: NamedWord,
  found: readonly RankingPayload[],
): readonly RankingPayload[] =>
  found.filter((hit) => identifiersOf(hit).some((each) => (isUnfinished ? each.startsWith(key) : each === key)));

/** So much of an identifier is hardly a word, too; without a digit any length may be one. */
const TELLING = /^(?=.*\p{N}).{6,}$/u;

/**
 * What has the identifier comes first, whose own it is before what names it in its title; what has only its beginning or
 * end, before the words if that much was typed. May have a hit twice.
 */
export function withIdentified(
  byText: readonly RankingPayload[],
  identified: readonly RankingPayload[],
  identifier: string,
): readonly RankingPayload[] {
  if (identified.length === 0) return byText;
  const placeIn = (hit: RankingPayload) => identifiersOf(hit).indexOf(identifier);
  const wholly = identified
    .filter((hit) => placeIn(hit) !== -1)
    .toSorted((one, other) => placeIn(one) - placeIn(other));
  const partly = identified.filter((hit) => placeIn(hit) === -1);
  return [...wholly, ...(TELLING.test(identifier) ? [...partly, ...byText] : [...byText, ...partly])];
}
