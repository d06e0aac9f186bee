/** The language of a merchant's products and searches. The indexer and the API derive it from the same values. */
import { DEFAULT_LANGUAGE, languageOf } from '../text/analyzer.ts';

/** The language of the merchant's `locale`, else the detected one, else English. What is stored may have any type. */
export const merchantLanguage = (locale: unknown, detected: unknown): string =>
  languageOfTag(locale) ?? languageOfTag(detected) ?? DEFAULT_LANGUAGE;

/** Null if the value is no BCP 47 tag of a language. */
const languageOfTag = (tag: unknown): string | null => (typeof tag === 'string' ? languageOf(tag) : null);

/** Whether a locale is present but has no language. */
export const isMalformedLocale = (locale: unknown): boolean =>
  locale !== undefined && locale !== null && languageOfTag(locale) === null;
