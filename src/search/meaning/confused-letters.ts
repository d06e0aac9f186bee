/**
 * Misspelt words of Korean, Arabic, Persian, Hebrew and Hindi, most of which are too short for the engine to tolerate
 * an error: with a letter that sounds like the right one, as `메니큐어` for `매니큐어`, or without a vowel, as `כדר` for
 * `כדור`. Pure functions.
 */
import type { Analyzer } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';
import { isMisspelt, type ResolvedToken } from './resolve.ts';
import type { Spellings } from './spellings.ts';

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

const mayBeMisspelt = (token: ResolvedToken): boolean =>
  !token.isStopWord && !token.hasStem && (token.isUnresolved || isMisspelt(token));

/** The spellings of the words that are unknown or misspelt. */
export const spellingsOfConfused = (
  tokens: readonly ResolvedToken[],
  { stem, language }: Analyzer,
): readonly Spellings[] =>
  tokens
    .filter(mayBeMisspelt)
    .slice(0, MAX_WORDS)
    .map(({ token }) => {
      const stems = confusedSpellings(token, language).map(stem);
      return { token, stems: stems.filter((each) => each.normalize('NFD').length >= MIN_STEM_LENGTH) };
    });
