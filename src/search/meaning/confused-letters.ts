/**
 * Misspelt words of Korean, Arabic, Persian, Hebrew and Hindi, most of which are too short for the engine to tolerate
 * an error: with a letter that sounds like the right one, as `메니큐어` for `매니큐어`, or without a vowel, as `כדר` for
 * `כדור`. The stems of such spellings are counted, and the word means the most frequent one. Pure functions.
 */
import { mostFrequent, type StemFrequencies } from '../engine/stem-frequencies.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';
import { isMisspelt, type ResolvedToken } from './resolve.ts';

/** By language, groups of letters that sound alike. Those of Hangul are vowels and first consonants. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  ar: ['ضظ', 'غجقك', 'صس', 'ذزد', 'ثتط'],
  fa: ['زذضظ', 'سصث', 'تط', 'هح', 'قغ', 'اع'],
  he: ['תט', 'כק', 'סש', 'אע'],
  hi: ['िी', 'ुू', 'ेैॅ', 'ोौॉा', 'इई', 'उऊ', 'एऐ', 'ओऔऑआ', 'शषस', 'तट', 'दड', 'थठ', 'धढ', 'नण', 'बव', 'जझ'],
  ko: 'ㅐㅔ ㅡㅜ ㅗㅓ ㅏㅓ ㅅㅆ ㅈㅉ ㄱㄲ ㅂㅃ ㄷㄸ ㅛㅗ ㅚㅙㅞ ㅖㅔ ㅢㅣ ㅟㅣ ㅑㅏ ㅠㅡ'.normalize('NFKD').split(' '),
};

/** By language, the letters of vowels that many leave out. */
const VOWELS: Readonly<Record<string, string>> = { ar: 'ايو', he: 'וי' };
/** A longer word is near enough for the engine. */
const MAX_LENGTH_WITHOUT_VOWEL = 4;
const PLACES_OF_VOWEL = [1, 2];

const WORD = /^(?:\p{sc=Hangul}{2,5}|\p{sc=Arabic}{3,8}|\p{sc=Hebrew}{3,8}|\p{sc=Deva}{3,8})$/u;
/** Counting each costs the engine a search. */
const MAX_SPELLINGS = 12;
/** Shorter stems are those of too many words. A syllable of Hangul has two letters or three. */
const MIN_STEM_LENGTH = 3;
const MAX_WORDS = 4;

/** The spellings of a folded word with a vowel more, and with another letter of the same sound. */
export function confusedSpellings(word: string, language: string): readonly string[] {
  const groups = ALIKE[language];
  if (groups === undefined || !WORD.test(word)) return [];
  const letters = [...word.normalize('NFD')];
  const vowels = letters.length > MAX_LENGTH_WITHOUT_VOWEL ? '' : (VOWELS[language] ?? '');
  const longer = Array.from(vowels, (vowel) => PLACES_OF_VOWEL.map((at) => letters.toSpliced(at, 0, vowel))).flat();
  const othersOf = (letter: string, group: string) =>
    group.includes(letter) ? [...group].filter((other) => other !== letter) : [];
  const replaced = groups.flatMap((group) =>
    letters.flatMap((letter, at) => othersOf(letter, group).map((other) => letters.with(at, other))),
  );
  return [...longer, ...replaced].slice(0, MAX_SPELLINGS).map((spelling) => foldText(spelling.join('')));
}

const spellingStems = ({ token }: Pick<ResolvedToken, 'token'>, { stem, language }: Analyzer): readonly string[] =>
  [...new Set(confusedSpellings(token, language).map(stem))].filter(
    (each) => each.normalize('NFD').length >= MIN_STEM_LENGTH,
  );

const mayBeMisspelt = (token: ResolvedToken): boolean =>
  !token.isStopWord && !token.hasStem && (token.isUnresolved || isMisspelt(token));

/** The stems to count for `meantByConfused`. */
export const stemsOfConfused = (tokens: readonly ResolvedToken[], analyzer: Analyzer): readonly string[] =>
  tokens
    .filter(mayBeMisspelt)
    .slice(0, MAX_WORDS)
    .flatMap((token) => spellingStems(token, analyzer));

/** By misspelt token, the stem that it means: of its spellings, the one that most products have. */
export const meantByConfused = (
  tokens: readonly ResolvedToken[],
  analyzer: Analyzer,
  frequencies: Pick<StemFrequencies, 'of'>,
): ReadonlyMap<string, string> =>
  new Map(
    tokens
      .filter(mayBeMisspelt)
      .flatMap((token) =>
        mostFrequent(spellingStems(token, analyzer), frequencies).map((stem) => [token.token, stem] as const),
      ),
  );
