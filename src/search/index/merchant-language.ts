/** Which language a merchant's products and searches are in. The indexer and the API decide it by the same values. */
import { DEFAULT_LANGUAGE, languageOf } from '../text/analyzer.ts';

/**
 * The language of the merchant's `locale`, else the one that was detected, else English. `locale` is what another system wrote: of any
 * type, and perhaps no BCP 47 tag.
 */
export function merchantLanguage(locale: unknown, detected: string | undefined): string {
  const own = typeof locale === 'string' ? languageOf(locale) : null;
  return own ?? detected ?? DEFAULT_LANGUAGE;
}

/** Whether a locale says nothing, though it's there. */
export const isMalformedLocale = (locale: unknown): boolean =>
  locale !== undefined && locale !== null && (typeof locale !== 'string' || languageOf(locale) === null);
