/** The language of a merchant's products and searches. The indexer and the API derive it from the same values. */
import { DEFAULT_LANGUAGE, languageOf } from '../text/analyzer.ts';

/**
 * The language of the merchant's `locale`, else the detected one, else English. Another system wrote `locale`: it may
 * have any type, and may be no BCP 47 tag.
 */
export function merchantLanguage(locale: unknown, detected: string | undefined): string {
  const own = typeof locale === 'string' ? languageOf(locale) : null;
  return own ?? detected ?? DEFAULT_LANGUAGE;
}

/** Whether a locale is present but has no language. */
export const isMalformedLocale = (locale: unknown): boolean =>
  locale !== undefined && locale !== null && (typeof locale !== 'string' || languageOf(locale) === null);
