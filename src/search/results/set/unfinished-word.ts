/**
 * The last word of a query, if it may be unfinished: the sets that show it, and how many products they need. It is
 * unfinished if many more products have a longer word, or if it is only the stem of longer words.
 */
import type { EngineQuery } from '../../engine/query-syntax.ts';
import type { Select } from '../../engine/selection.ts';
import { weightOf, weightOfPrefix } from '../../index/term-weights.ts';
import { stemOfInflected } from '../../meaning/near-stems.ts';
import { vocabularyOf } from '../../meaning/vocabulary.ts';
import { SCORED_HITS } from '../../retrieval/limits.ts';
import { analyzerOf } from '../../text/analyzer.ts';
import { inWholeScope, type TotalOf } from './count-sets.ts';

export interface UnfinishedWord {
  /** The language of the query. */
  readonly language: string;
  /** The beginning of the stems that the word may become. */
  readonly stemPrefix: string;
  /** The products with the word as a prefix. The engine tolerates typing errors in it. */
  readonly asPrefix: EngineQuery;
  /** The products with exactly this word, or with a word that has it as its stem. */
  readonly wordOrStem: EngineQuery;
  /** The products with exactly this word, see `exactWordSearch`; the same as `wordOrStem` if it is its own stem. */
  readonly exactWord: EngineQuery;
  /** The products of `asPrefix` without those that have the word itself. */
  readonly longer: EngineQuery;
}

/** The number of products in each set of the same name. `whole`: in that of all words as typed. */
interface UnfinishedTotals {
  readonly whole: number;
  readonly asPrefix: number;
  readonly wordOrStem: number;
  readonly exactWord: number;
}

const UNFINISHED_FACTOR = 10;
/** Where compounds are one word, a longer word is usually a kind or a part of the same: `Konijnenhok` for `konijn`. */
const UNFINISHED_FACTOR_OF_COMPOUNDS = 1;

/** A known word is a prefix if this many times more products have a longer word: `batter`, if most have `battery`. */
export const unfinishedFactor = (language: string): number =>
  analyzerOf(language).compoundEnds === null ? UNFINISHED_FACTOR : UNFINISHED_FACTOR_OF_COMPOUNDS;

/**
 * Whether these totals show that the last word is unfinished. `factor`: see `unfinishedFactor`. For an unknown word, any
 * difference is enough. A word that is only the stem of longer ones is unfinished: `karpiow` of `karpiowa`, though it
 * could be a form of `karp`.
 */
export const showsUnfinished = (totals: UnfinishedTotals, factor: number): boolean =>
  totals.whole > 0 && (isOnlyStem(totals) || totals.asPrefix > totals.whole * (totals.wordOrStem === 0 ? 1 : factor));

/**
 * Whether the last word is the stem of longer words, and no product has it as a word. Ranking decides this by itself, among
 * its hits (`ranking/rarity.ts`), because a set depends on no cache, as a ranking does (decision 0106).
 */
const isOnlyStem = ({ wordOrStem, exactWord }: UnfinishedTotals): boolean => wordOrStem > 0 && exactWord === 0;

/** The sets to count for `unfinishedSet`. */
export const setsOfUnfinished = (word: UnfinishedWord | null): readonly EngineQuery[] =>
  word === null ? [] : [...new Set([word.asPrefix, word.wordOrStem, word.exactWord])];

interface CountedWord {
  readonly word: UnfinishedWord;
  /** How many products have all words as typed. */
  readonly total: number;
  readonly totalOf: TotalOf;
  readonly select: Select;
}

/**
 * Returns the set with the last word as a prefix, or null if the word isn't unfinished. Counts the longer words if the
 * totals show that it may be. Throws what `select` throws.
 */
export async function unfinishedSet({ word, total, totalOf, select }: CountedWord): Promise<EngineQuery | null> {
  const totals = {
    whole: total,
    asPrefix: totalOf(word.asPrefix),
    wordOrStem: totalOf(word.wordOrStem),
    exactWord: totalOf(word.exactWord),
  };
  const factor = unfinishedFactor(word.language);
  if (!showsUnfinished(totals, factor)) return null;
  if (isOnlyStem(totals)) return word.asPrefix;
  const longer = await countLonger(word, select);
  if (longer < SCORED_HITS && !showsUnfinished({ ...totals, asPrefix: totals.whole + longer }, factor)) return null;
  return word.asPrefix;
}

/**
 * Counts the products with a longer word among the first hits, or with a word of which it may become a form. The total
 * can't tell: the engine also counts products with a similar word, as shirts for `skirt`. It returns those last.
 */
async function countLonger({ stemPrefix, longer, language }: UnfinishedWord, select: Select): Promise<number> {
  const [selected] = await select([{ ...inWholeScope(longer), limit: SCORED_HITS }]);
  const hits = selected?.hits ?? [];
  const inflected = stemOfInflected(stemPrefix, vocabularyOf(hits), analyzerOf(language));
  const isForm = (termWeights: string) => inflected !== null && weightOf(termWeights, inflected) > 0;
  return hits.filter(({ termWeights }) => weightOfPrefix(termWeights, stemPrefix) > 0 || isForm(termWeights)).length;
}
