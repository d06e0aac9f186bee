/**
 * Words that mean the same in shops of any trade, by language. They help merchants who define no synonyms: a query that
 * finds few products also finds those with the other word, behind those that have its own. So the lists may contain words
 * that have another meaning elsewhere, but no words that are merely related: a lamp is no light bulb.
 *
 * In a list, each line has words or short phrases that mean the same. With `>`, only the first finds the others.
 */
import { analyzerOf } from '../text/analyzer.ts';
import { cachedByWord } from '../text/word-cache.ts';
import { SYNONYMS_OF_ANY_LANGUAGE } from './any-language.ts';
import { ARABIC_SYNONYMS } from './arabic.ts';
import { BULGARIAN_SYNONYMS } from './bulgarian.ts';
import { CATALAN_SYNONYMS } from './catalan.ts';
import { CHINESE_SYNONYMS } from './chinese.ts';
import { CROATIAN_SYNONYMS } from './croatian.ts';
import { CZECH_SYNONYMS } from './czech.ts';
import { DANISH_SYNONYMS } from './danish.ts';
import { DUTCH_SYNONYMS } from './dutch.ts';
import { ENGLISH_SYNONYMS } from './english.ts';
import { FINNISH_SYNONYMS } from './finnish.ts';
import { FRENCH_SYNONYMS } from './french.ts';
import { GERMAN_SYNONYMS } from './german.ts';
import { GREEK_SYNONYMS } from './greek.ts';
import { HEBREW_SYNONYMS } from './hebrew.ts';
import { HINDI_SYNONYMS } from './hindi.ts';
import { HUNGARIAN_SYNONYMS } from './hungarian.ts';
import { INDONESIAN_SYNONYMS } from './indonesian.ts';
import { ITALIAN_SYNONYMS } from './italian.ts';
import { JAPANESE_SYNONYMS } from './japanese.ts';
import { KOREAN_SYNONYMS } from './korean.ts';
import { LITHUANIAN_SYNONYMS } from './lithuanian.ts';
import { NORWEGIAN_SYNONYMS } from './norwegian.ts';
import { PERSIAN_SYNONYMS } from './persian.ts';
import { POLISH_SYNONYMS } from './polish.ts';
import { PORTUGUESE_SYNONYMS } from './portuguese.ts';
import { ROMANIAN_SYNONYMS } from './romanian.ts';
import { RUSSIAN_SYNONYMS } from './russian.ts';
import { SERBIAN_SYNONYMS } from './serbian.ts';
import { SLOVAK_SYNONYMS } from './slovak.ts';
import { SPANISH_SYNONYMS } from './spanish.ts';
import { SWEDISH_SYNONYMS } from './swedish.ts';
import { addSynonyms, readTerm, type Synonyms, type SynonymTerm } from './terms.ts';
import { THAI_SYNONYMS } from './thai.ts';
import { TURKISH_SYNONYMS } from './turkish.ts';
import { UKRAINIAN_SYNONYMS } from './ukrainian.ts';
import { VIETNAMESE_SYNONYMS } from './vietnamese.ts';

/** By language. */
export const SYNONYM_LISTS: Readonly<Record<string, string>> = {
  ar: ARABIC_SYNONYMS,
  bg: BULGARIAN_SYNONYMS,
  ca: CATALAN_SYNONYMS,
  cs: CZECH_SYNONYMS,
  da: DANISH_SYNONYMS,
  de: GERMAN_SYNONYMS,
  el: GREEK_SYNONYMS,
  en: ENGLISH_SYNONYMS,
  es: SPANISH_SYNONYMS,
  fa: PERSIAN_SYNONYMS,
  fi: FINNISH_SYNONYMS,
  fr: FRENCH_SYNONYMS,
  he: HEBREW_SYNONYMS,
  hi: HINDI_SYNONYMS,
  hr: CROATIAN_SYNONYMS,
  hu: HUNGARIAN_SYNONYMS,
  id: INDONESIAN_SYNONYMS,
  it: ITALIAN_SYNONYMS,
  ja: JAPANESE_SYNONYMS,
  ko: KOREAN_SYNONYMS,
  lt: LITHUANIAN_SYNONYMS,
  nl: DUTCH_SYNONYMS,
  no: NORWEGIAN_SYNONYMS,
  pl: POLISH_SYNONYMS,
  pt: PORTUGUESE_SYNONYMS,
  ro: ROMANIAN_SYNONYMS,
  ru: RUSSIAN_SYNONYMS,
  sk: SLOVAK_SYNONYMS,
  sr: SERBIAN_SYNONYMS,
  sv: SWEDISH_SYNONYMS,
  th: THAI_SYNONYMS,
  tr: TURKISH_SYNONYMS,
  uk: UKRAINIAN_SYNONYMS,
  vi: VIETNAMESE_SYNONYMS,
  zh: CHINESE_SYNONYMS,
};

/** The common synonyms of a language, and those of any language. */
export const commonSynonymsOf = cachedByWord((language): Synonyms => {
  const analyzer = analyzerOf(language);
  const synonyms = new Map<string, readonly (readonly SynonymTerm[])[]>();
  for (const line of (SYNONYMS_OF_ANY_LANGUAGE + (SYNONYM_LISTS[language] ?? '')).split('\n')) {
    const terms = line.split(/[,>]/).map((text) => readTerm(text, analyzer));
    addSynonyms(
      synonyms,
      terms.filter((term) => term !== null),
      line.includes('>'),
    );
  }
  return synonyms;
});
