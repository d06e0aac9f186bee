/**
 * What a product is for: a query names the product before a word such as `for`, and its purpose after it. So does an
 * English title. In titles of other languages, what follows such a word counts less in the index already
 * (`index/title-rules.ts`). Pure functions.
 */
import type { RankingPayload } from '../index/ranking-payload.ts';
import { correctedStem } from '../meaning/resolve.ts';
import { isPurposeWord } from '../text/purpose-words.ts';
import { isContentWord, type WeighedWord } from './rarity.ts';

/** The word before the purpose in a title. */
const TITLE_PURPOSE_WORDS: Readonly<Record<string, string>> = { en: 'for' };
/** The share of a word after the purpose word: it says what the product is for. */
const PURPOSE_SHARE = 0.8;
/** The share of a product without any word that names what is wanted. */
const UNNAMED_SHARE = 0.7;
/** The share of an accessory of what is wanted: its title has several words of the query, all after `for`. */
const ACCESSORY_SHARE = 0.85;
const MIN_WORDS = 2;

/**
 * Words that say what the product is for count less than those that name it: for `antenna for uhf radio`, a UHF antenna
 * comes before a UHF radio.
 */
export function discountPurpose(words: readonly WeighedWord[], language: string): readonly WeighedWord[] {
  const purpose = purposeAt(words, language);
  if (namingBefore(purpose, words).length === 0) return words;
  return words.map((word, index) => (index > purpose ? { ...word, rarity: word.rarity * PURPOSE_SHARE } : word));
}

/** The words that name what is wanted; all words, if the query has no purpose. */
export function namingWords<W extends WeighedWord>(words: readonly W[], language: string): readonly W[] {
  const naming = namingBefore(purposeAt(words, language), words);
  return naming.length === 0 ? words : naming;
}

/**
 * How much the score of a product counts. For `cover for rabbit hutch`, a rabbit hutch counts less, although it has most
 * words; and for `dog bed`, so does a `Cover for Dog Bed`. `scores`: what each word scores in the product.
 */
export function shareByPurpose(
  { language, titleStems }: Pick<RankingPayload, 'language' | 'titleStems'>,
  words: readonly WeighedWord[],
  scores: readonly number[],
): number {
  const purpose = purposeAt(words, language);
  if (purpose >= 0) {
    const naming = namingBefore(purpose, words);
    return naming.length > 0 && naming.every((word) => scores[words.indexOf(word)] === 0) ? UNNAMED_SHARE : 1;
  }
  const preposition = TITLE_PURPOSE_WORDS[language];
  if (preposition === undefined) return 1;
  const at = titleStems.indexOf(` ${preposition} `);
  if (at < 0) return 1;
  const countIn = (title: string) =>
    words.filter((word) => isContentWord(word) && title.includes(` ${correctedStem(word)} `)).length;
  const isAccessory = countIn(`${titleStems.slice(0, at)} `) === 0 && countIn(titleStems.slice(at)) >= MIN_WORDS;
  return isAccessory ? ACCESSORY_SHARE : 1;
}

const purposeAt = (words: readonly WeighedWord[], language: string): number =>
  words.findIndex(({ token }) => isPurposeWord(token, language));

const namingBefore = <W extends WeighedWord>(purpose: number, words: readonly W[]): readonly W[] =>
  words.slice(0, Math.max(0, purpose)).filter(isNaming);

/** Whether a word before the purpose names what is wanted: unknown words don't. */
const isNaming = (word: WeighedWord): boolean => isContentWord(word) && (word.isKnown || word.corrected !== null);
