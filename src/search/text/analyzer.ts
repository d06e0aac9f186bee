/**
 * Analyzers: the stems, the stop words and the compounds of a language, and the letters with which forms of a word may
 * begin. Folding, segments and units are the same in all languages. Indexing and queries use the same analyzer, so the
 * two agree.
 *
 * Most stemmers are Snowball's. `stemmers/` has our own, and those that correct Snowball's.
 *
 * In a language without a stemmer, words are only folded.
 */
import { stemmer as stemArmenian } from '@orama/stemmers/armenian';
import { stemmer as stemIrish } from '@orama/stemmers/irish';
import { stemmer as stemNepali } from '@orama/stemmers/nepali';
import { stemmer as stemTamil } from '@orama/stemmers/tamil';
import { copyText } from '../../runtime/text-size.ts';
import { compoundEndsIn } from './compounds.ts';
import { HAS_NUMBER } from './fold.ts';
import { speltStemArabic, stemArabic } from './stemmers/arabic.ts';
import { stemBulgarian } from './stemmers/bulgarian.ts';
import { stemCatalan } from './stemmers/catalan.ts';
import { stemChinese } from './stemmers/chinese.ts';
import { stemCroatian, stemPrefixCroatian } from './stemmers/croatian.ts';
import { stemCzech } from './stemmers/czech.ts';
import { stemDanish } from './stemmers/danish.ts';
import { stemDutch } from './stemmers/dutch.ts';
import { ENDINGS_ENGLISH, OTHER_INITIALS_ENGLISH, stemEnglish } from './stemmers/english.ts';
import { stemFinnish } from './stemmers/finnish.ts';
import { stemFrench } from './stemmers/french.ts';
import { speltStemGerman, stemGerman, stemPrefixGerman } from './stemmers/german.ts';
import { stemGreek } from './stemmers/greek.ts';
import { speltStemHebrew, stemHebrew } from './stemmers/hebrew.ts';
import { stemHindi } from './stemmers/hindi.ts';
import { stemHungarian } from './stemmers/hungarian.ts';
import { stemIndonesian } from './stemmers/indonesian.ts';
import { stemItalian } from './stemmers/italian.ts';
import { speltStemJapanese, stemJapanese, stemPrefixJapanese } from './stemmers/japanese.ts';
import { speltStemKorean, stemKorean, stemPrefixKorean } from './stemmers/korean.ts';
import { stemLithuanian } from './stemmers/lithuanian.ts';
import { stemNorwegian } from './stemmers/norwegian.ts';
import { stemPersian } from './stemmers/persian.ts';
import { stemPolish } from './stemmers/polish.ts';
import { stemPortuguese } from './stemmers/portuguese.ts';
import { stemRomanian } from './stemmers/romanian.ts';
import { speltStemRussian, stemRussian } from './stemmers/russian.ts';
import { stemPrefixSerbian, stemSerbian } from './stemmers/serbian.ts';
import { stemSlovak } from './stemmers/slovak.ts';
import { stemSpanish } from './stemmers/spanish.ts';
import { stemSwedish } from './stemmers/swedish.ts';
import { stemTurkish } from './stemmers/turkish.ts';
import { speltStemUkrainian, stemUkrainian } from './stemmers/ukrainian.ts';
import { stemUrdu } from './stemmers/urdu.ts';
import { elidedStopWordsOf, LANGUAGES_WITH_STOP_WORDS, negationsOf, stopWordsOf } from './stop-words.ts';
import { cachedByWord } from './word-cache.ts';

type Stemmer = (token: string) => string;

export interface Analyzer {
  /** ISO 639, as in `de`. */
  readonly language: string;
  /** The stem of a folded token: equal for all forms of a word, never empty, and not necessarily a word. */
  stem(token: string): string;
  /**
   * For a folded prefix of a word, returns the prefix of the word's stem. They differ where words with the same stem are
   * spelt in several ways, as in German (`zund` of `zuend`).
   */
  stemPrefix(token: string): string;
  /**
   * The stem of a folded token with all letters as spelt, in most languages the same. Products have both: `bluet` begins
   * `Bluetooth`, whose stem begins as that of `Blut`, and `бутылоч` begins a form of `бутылка`.
   */
  speltStem(token: string): string;
  /** Usual folded endings of several letters, of which a part may be typed. Only English has them. */
  readonly endings: readonly string[];
  /** Pairs of ASCII letters with which forms of a word may begin, besides the same one; null if any may. */
  readonly otherInitials: readonly string[] | null;
  /** Whether a folded token is a stop word. */
  isStopWord(token: string): boolean;
  /** Whether a query need not mean a folded token: a stop word, but no negation such as `sans`. */
  isQueryStopWord(token: string): boolean;
  /** Whether a folded token is a stop word before an apostrophe. */
  isElidedStopWord(token: string): boolean;
  /** The folded words that a word may end with, if it is a compound, see `compounds.ts`. Null without compounds. */
  readonly compoundEnds: ((word: string) => readonly string[]) | null;
}

const STEMMERS: Readonly<Record<string, Stemmer>> = {
  ar: stemArabic,
  bg: stemBulgarian,
  ca: stemCatalan,
  cs: stemCzech,
  da: stemDanish,
  de: stemGerman,
  el: stemGreek,
  en: stemEnglish,
  es: stemSpanish,
  fa: stemPersian,
  fi: stemFinnish,
  fr: stemFrench,
  ga: stemIrish,
  he: stemHebrew,
  hi: stemHindi,
  hr: stemCroatian,
  hu: stemHungarian,
  hy: stemArmenian,
  id: stemIndonesian,
  it: stemItalian,
  ja: stemJapanese,
  ko: stemKorean,
  lt: stemLithuanian,
  ne: stemNepali,
  nl: stemDutch,
  no: stemNorwegian,
  pl: stemPolish,
  pt: stemPortuguese,
  ro: stemRomanian,
  ru: stemRussian,
  sk: stemSlovak,
  sr: stemSerbian,
  sv: stemSwedish,
  ta: stemTamil,
  tr: stemTurkish,
  uk: stemUkrainian,
  ur: stemUrdu,
  zh: stemChinese,
};

/**
 * By language, pairs of ASCII letters with which forms of a word may begin: `kerb` and `curb`, `three` and `3`. Null: any
 * letters. `warna` is the stem of `berwarna`, `capall` that of `gcapall`, and Serbian has two kinds of letters.
 */
const OTHER_INITIALS: Readonly<Record<string, readonly string[] | null>> = {
  en: OTHER_INITIALS_ENGLISH,
  ga: null,
  id: null,
  sr: null,
};

/** By language, endings of several letters. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = { en: ENDINGS_ENGLISH };

/** By language, the beginning of a stem for that of a word, where they differ. */
const STEM_PREFIXES: Readonly<Record<string, Stemmer>> = {
  de: stemPrefixGerman,
  hr: stemPrefixCroatian,
  ja: stemPrefixJapanese,
  ko: stemPrefixKorean,
  sr: stemPrefixSerbian,
};

/** By language, the stem as spelt, where it may differ from the stem. */
const SPELT_STEMS: Readonly<Record<string, Stemmer>> = {
  ar: speltStemArabic,
  de: speltStemGerman,
  he: speltStemHebrew,
  ja: speltStemJapanese,
  ko: speltStemKorean,
  ru: speltStemRussian,
  uk: speltStemUkrainian,
};

export const DEFAULT_LANGUAGE = 'en';

export const LANGUAGES_WITH_STEMS = Object.keys(STEMMERS);

/** The languages that have stems or stop words. */
export const ANALYZED_LANGUAGES: ReadonlySet<string> = new Set([...LANGUAGES_WITH_STEMS, ...LANGUAGES_WITH_STOP_WORDS]);

/** The forms of Norwegian. They have the same stems. */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };
const LANGUAGE_SUBTAG = /^([a-z]{2,3})(?:[-_]|$)/i;

/**
 * The language of a BCP 47 tag, such as `pt` of `pt-BR`; null if the text is no such tag. Other codes of a language are
 * replaced by its usual one: `de` for `deu`, `ro` for `mo`.
 */
export function languageOf(tag: string): string | null {
  const subtag = LANGUAGE_SUBTAG.exec(tag)?.[1];
  if (subtag === undefined) return null;
  const [canonical = subtag] = Intl.getCanonicalLocales(subtag);
  // The canonical tag of `sh` is `sr-Latn`.
  const [language = canonical] = canonical.split('-');
  return ALIASES[language] ?? language;
}

/** The analyzer of a language, as `languageOf` returns it: the same object for the same language. */
export const analyzerOf = cachedByWord((language): Analyzer => {
  const stemmer = STEMMERS[language];
  const stem = stemmer === undefined ? unchanged : cachedStemmer(stemmer);
  const speltStemmer = SPELT_STEMS[language];
  const stopWords = stopWordsOf(language);
  const negations = negationsOf(language);
  const elided = elidedStopWordsOf(language);
  const findEnds = compoundEndsIn(language);
  return {
    language,
    stem,
    stemPrefix: STEM_PREFIXES[language] ?? unchanged,
    speltStem: speltStemmer === undefined ? stem : cachedStemmer(speltStemmer),
    // Hyphenating a word takes much longer than stemming it.
    compoundEnds: findEnds === null ? null : cachedByWord(findEnds),
    endings: ENDINGS[language] ?? [],
    otherInitials: OTHER_INITIALS[language] === undefined ? [] : OTHER_INITIALS[language],
    isStopWord: (token) => stopWords.has(token),
    isQueryStopWord: (token) => stopWords.has(token) && !negations.has(token),
    isElidedStopWord: (token) => elided.has(token),
  };
});

const unchanged: Stemmer = (token) => token;

/** Texts repeat their words, and stemming a word takes longer than finding it in a cache. */
function cachedStemmer(stemmer: Stemmer): Stemmer {
  const cached = cachedByWord((token) => copyText(stemmer(token) || token));
  return (token) => (HAS_NUMBER.test(token) ? token : cached(token));
}
