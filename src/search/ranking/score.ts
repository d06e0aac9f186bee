/**
 * Orders products by the weights that they give to the words of a query (`index/term-weights.ts`), and by the rarity of
 * each of these words (`rarity.ts`). Words that are adjacent in the title count once more, and so do a query that is the
 * name of a collection, and in some languages an early place in the title. Pure functions.
 */
import { hasCollectionName } from '../index/collection-names.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import { areAdjacent, MAX_WEIGHT, weightOf, weightOfPrefix } from '../index/term-weights.ts';
import { isHeadFirst } from '../index/title-rules.ts';
import type { JoinedTokens } from '../meaning/join.ts';
import { correctedStem, type ResolvedQuery } from '../meaning/resolve.ts';
import type { SynonymGroup } from '../query/synonyms.ts';
import { shareByPurpose } from './purpose.ts';
import { isContentWord, type WeighedWord } from './rarity.ts';
import { PREFIX_SHARE, unspacedWeight, wordWeight } from './word-weight.ts';

type Scored = Pick<
  RankingPayload,
  'language' | 'inStock' | 'featured' | 'termWeights' | 'titleStems' | 'collectionNames'
>;

export interface WeighedQuery {
  readonly resolved: ResolvedQuery;
  /** The resolved words with their rarity. */
  readonly words: readonly WeighedWord[];
  /** The groups of the same words together. */
  readonly synonyms: readonly (readonly SynonymGroup[])[];
  /** The word that names the kind of product, see `kind.ts`. */
  readonly kind: WeighedWord | null;
  /** The stems without stop words, as in the name of a collection (`collection-names.ts`). */
  readonly name: string;
  /** The completions of the last word that continue another one, see `completions.ts`. */
  readonly longCompletions: ReadonlySet<string>;
}

/** The share of a product with only a number of the query and its unit: for `wine 750 ml`, a shampoo of 750 ml. */
const AMOUNT_ALONE_SHARE = 0.3;
/** What two adjacent words of the title add, as a share of one word of full weight. */
const ADJACENT_SHARE = 0.2;
/** What a product gains if its title begins with the first word of the query, as a share of its score. */
const FIRST_WORD_SHARE = 0.2;
/** The share of a product of another kind: for `red curtains`, red knives. */
const OTHER_KIND_SHARE = 0.7;
/** What a product gains if the query is the name of one of its collections: for `champagne`, bottles before glasses. */
const COLLECTION_SHARE = 0.25;

/**
 * The products, best first. Equal scores are ordered by stock, then featured, then as before. A word counts as much as
 * the weightiest of itself and its synonyms. `meaningIn` returns what the query means to products of a language.
 */
export function orderByScore<P extends Scored>(
  products: readonly P[],
  meaningIn: (language: string) => WeighedQuery,
): P[] {
  const scored = products.map((product) => ({ product, score: scoreOf(product, meaningIn(product.language)) }));
  return scored
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        Number(other.product.inStock) - Number(one.product.inStock) ||
        Number(other.product.featured) - Number(one.product.featured),
    )
    .map(({ product }) => product);
}

function scoreOf(product: Scored, { resolved, words, synonyms, name, kind, longCompletions }: WeighedQuery): number {
  const scores = scoresOf(product, words, longCompletions);
  const isOfCollection = hasCollectionName(product.collectionNames, name);
  const pairs = words.map((word, index) => {
    const next = words[index + 1];
    if (next === undefined) return 0;
    const share = isOfCollection ? 1 : adjacentShare(product, word, next);
    return share * adjacentScore(word.rarity, next.rarity);
  });
  const total = sumOf(scores) + sumOf(pairs);
  const gains = synonyms.map((groups) =>
    Math.max(...groups.map((group) => synonymGain(product, group, { words, scores }))),
  );
  // Words that a product writes as one word count as if they were adjacent.
  const joinedTotals = resolved.joined.map((joined) => total + joinedGain(product, joined, { words, scores, pairs }));
  const score = Math.max(total + sumOf(gains), ...joinedTotals);
  // A synonym or a joined word may be what the product seems to lack.
  const share = score === total ? shareOf(product, kind, { words, scores }) : 1;
  return score * share * (1 + firstWordGain(product, words) + (isOfCollection ? COLLECTION_SHARE : 0));
}

/** How much a product counts, by the words of the query that it lacks. */
function shareOf(
  product: Scored,
  kind: WeighedWord | null,
  { words, scores }: Pick<ScoredWords, 'words' | 'scores'>,
): number {
  const isOtherKind = kind !== null && scores[words.indexOf(kind)] === 0;
  const ofAmount = lacksWords(words, scores) ? AMOUNT_ALONE_SHARE : 1;
  return ofAmount * shareByPurpose(product, words, scores) * (isOtherKind ? OTHER_KIND_SHARE : 1);
}

/**
 * What each word scores. A unit counts only with its number: for `rum 700 ml`, no bottle of 200 ml. But if all words are
 * misspelt, it says at least something.
 */
function scoresOf(product: Scored, words: readonly WeighedWord[], longCompletions: ReadonlySet<string>): number[] {
  const scores = words.map((word) => word.rarity * wordWeight(product, word, longCompletions));
  if (!words.some((word) => isContentWord(word) && word.isKnown)) return scores;
  return scores.map((score, index) => (words[index]?.isUnit === true && scores[index - 1] === 0 ? 0 : score));
}

/**
 * What a product gains by the place of the query's first word in its title. Where titles begin with what the product is,
 * queries do, too: for `capa iphone 14` a case, and for `iphone 14` a phone, although the title of the case is shorter.
 */
function firstWordGain({ titleStems, language }: Scored, words: readonly WeighedWord[]): number {
  const first = words.find(isContentWord);
  if (first === undefined || !isHeadFirst(language)) return 0;
  const place = titleStems.trim().split(' ').indexOf(correctedStem(first));
  return place < 0 ? 0 : FIRST_WORD_SHARE / (1 + place);
}

/** Whether a product has only numbers and units of a query that also has words. If one is misspelt, that says little. */
function lacksWords(words: readonly WeighedWord[], scores: readonly number[]): boolean {
  const others = words.flatMap((word, index) =>
    isContentWord(word) ? { isKnown: word.isKnown, score: scores[index] } : [],
  );
  return others.length > 0 && others.every(({ isKnown, score }) => isKnown && score === 0);
}

/** Whether a product has a word of the query, or what this means. */
export function hasWord(product: Scored, word: WeighedWord, { resolved, longCompletions }: WeighedQuery): boolean {
  const meant = resolved.meanings.filter(({ token }) => token === word.token);
  const hasMeant = meant.some((meaning) => meaning.meant.every((stem) => weightOf(product.termWeights, stem) > 0));
  return hasMeant || wordWeight(product, word, longCompletions) > 0;
}

/** 1 if two words are adjacent in the title; less if the second is unfinished: `brake pa` in `Brake pads`. Otherwise 0. */
function adjacentShare({ titleStems }: Scored, word: WeighedWord, next: WeighedWord): number {
  const stem = correctedStem(word);
  if (areAdjacent(titleStems, stem, correctedStem(next))) return 1;
  return next.prefixes.some((prefix) => titleStems.includes(` ${stem} ${prefix}`)) ? PREFIX_SHARE : 0;
}

const adjacentScore = (one: number, other: number): number => (ADJACENT_SHARE * MAX_WEIGHT * (one + other)) / 2;

/** The words of a query, and what they score in a product. */
interface ScoredWords {
  readonly words: readonly WeighedWord[];
  /** By the index of the word. */
  readonly scores: readonly number[];
  /** What each word and the next one add because they are adjacent. */
  readonly pairs: readonly number[];
}

/** How much more the one word that a product writes scores than its parts; less than 0 if they score more. */
function joinedGain(
  product: Scored,
  { from, to, stem, prefix }: JoinedTokens,
  { words, scores, pairs }: ScoredWords,
): number {
  const whole = weightOf(product.termWeights, stem) || unspacedWeight(product, stem);
  const weight = whole || (prefix === null ? 0 : PREFIX_SHARE * weightOfPrefix(product.termWeights, prefix));
  if (weight === 0) return 0;
  const own = words.slice(from, to).map(({ rarity }) => rarity);
  const adjacent = own.slice(1).map((rarity, index) => adjacentScore(own[index] ?? 0, rarity));
  return weight * sumOf(own) + sumOf(adjacent) - sumOf(scores.slice(from, to)) - sumOf(pairs.slice(from, to - 1));
}

/** How much more the weightiest synonym scores than the words that it replaces. Its number of words doesn't matter. */
function synonymGain(
  { termWeights }: Scored,
  { stems, alternatives, share, needsAllWords }: SynonymGroup,
  { words, scores }: Pick<ScoredWords, 'words' | 'scores'>,
): number {
  const indexes = stems.map((stem) => words.findIndex((word) => word.stem === stem)).filter((index) => index >= 0);
  const own = sumOf(indexes.map((index) => scores[index] ?? 0));
  const rarity = indexes.length === 0 ? 1 : sumOf(indexes.map((index) => words[index]?.rarity ?? 0));
  const others = alternatives.map((synonym) => {
    const weights = synonym.stems.map((stem) => weightOf(termWeights, stem));
    return share * rarity * (needsAllWords ? Math.min(...weights) : sumOf(weights) / weights.length);
  });
  return Math.max(0, ...others.map((other) => other - own));
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
