/** How much a product has of a word of the query: whole, with other marks, begun, or within a title without spaces. */
import type { RankingPayload } from '../index/ranking-payload.ts';
import { highestWeight, weightOf, weightOfNumbered, weightOfPrefix } from '../index/term-weights.ts';
import { correctedStem } from '../meaning/resolve.ts';
import { isUnspaced } from '../text/segment.ts';
import { weightOfCompletion } from './completions.ts';
import type { WeighedWord } from './rarity.ts';

type Weighed = Pick<RankingPayload, 'termWeights' | 'titleStems'>;

/** A word that only begins as typed counts less than a whole word, and little if some product has the whole word. */
export const PREFIX_SHARE = 0.8;
const PREFIX_SHARE_OF_KNOWN = 0.3;
/** The share of a word with other marks than the shopper typed: for `cặp` (bag), `cáp` (cable). */
const OTHER_MARKS_SHARE = 0.3;
/** A word counts less if only its last letters would make the typed ones a form of it, see `inflectedStem`. */
const INFLECTED_SHARE = 0.6;
/** A stop word counts only if nothing else distinguishes two products: `Bague or` before `Bague argent`. */
const STOP_WORD_SHARE = 0.1;

/** How much a product has of a word, at most `MAX_WEIGHT`; 0 if it has nothing that the word may be. */
export function wordWeight(product: Weighed, word: WeighedWord, longCompletions: ReadonlySet<string>): number {
  const { termWeights } = product;
  const share = word.isStopWord ? STOP_WORD_SHARE : 1;
  const ofFolded = weightOf(termWeights, correctedStem(word));
  const ofStem = word.marked === null ? ofFolded : weightOf(termWeights, word.marked) || OTHER_MARKS_SHARE * ofFolded;
  const whole = word.isOtherStem ? Math.max(weightOf(termWeights, word.token), PREFIX_SHARE * ofStem) : ofStem;
  const unfinished = Math.max(
    unfinishedWeight(product, word, longCompletions),
    LETTER.test(word.token) ? PREFIX_SHARE * weightOfNumbered(termWeights, word.token) : 0,
  );
  if (whole > 0) return share * Math.max(whole, unfinished);
  return share * Math.max(unfinished, unspacedWeight(product, word.token), unspacedWeight(product, word.stem));
}

/** A letter of a query also means a number of it: `vitamin d` is `Vitamin D3`. */
const LETTER = /^\p{L}$/u;

/** One or two letters are usually the beginning of a word, although some product has them: `vitamin d`. */
const FEW_LETTERS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,2}$/u;

/** The weight of what an unfinished word may become. */
function unfinishedWeight(
  { termWeights }: Weighed,
  { token, prefixes, markedPrefix, inflectedStem, isKnown }: WeighedWord,
  longCompletions: ReadonlySet<string>,
): number {
  if (prefixes.length === 0) return 0;
  const folded = weightOfCompletion(termWeights, prefixes, longCompletions);
  const completed =
    markedPrefix === null ? folded : Math.max(weightOfPrefix(termWeights, markedPrefix), OTHER_MARKS_SHARE * folded);
  const prefixShare = isKnown && !FEW_LETTERS.test(token) ? PREFIX_SHARE_OF_KNOWN : PREFIX_SHARE;
  const begun = prefixShare * completed;
  return inflectedStem === null ? begun : Math.max(begun, INFLECTED_SHARE * weightOf(termWeights, inflectedStem));
}

/** A title without spaces may be segmented otherwise than the query: `充电器` is in `快充充电器`, and no segment of it. */
export const unspacedWeight = ({ termWeights, titleStems }: Weighed, token: string): number =>
  token.length > 1 && isUnspaced(token) && isInUnspaced(titleStems, token)
    ? PREFIX_SHARE * highestWeight(termWeights)
    : 0;

const SHORT_KATAKANA = /^[ァ-ヺー]{2}$/;

/** Two letters of katakana are in many words, so they must begin a segment: `イス` (chair) isn't in `フェイスタオル`. */
function isInUnspaced(titleStems: string, token: string): boolean {
  if (!SHORT_KATAKANA.test(token)) return titleStems.replaceAll(' ', '').includes(token);
  return [token, [...token].join(' ')].some((segments) => titleStems.includes(` ${segments}`));
}
