/** Detects the language of a merchant from the texts of its products. */
import { ANALYZED_LANGUAGES, DEFAULT_LANGUAGE } from '../../src/search/text/analyzer.ts';

/** The library and its version. Both affect the result. */
export const DETECTED_BY = 'tinyld 1.3.4';

/** Shorter texts give no reliable result. 200 bytes of UTF-8 are about six titles, fewer in Chinese. */
const MIN_BYTES = 200;
/** Longer texts make the detection slower but not more accurate. */
const MAX_CHARACTERS = 8000;

export interface DetectedLanguage {
  readonly language: string;
  /** True when there is too little text. The language is English until there is more. */
  readonly isProvisional: boolean;
}

/** Returns one of the languages that have an analyzer; English when the text is in none of them. */
export async function detectLanguage(texts: readonly string[]): Promise<DetectedLanguage> {
  const text = texts.join('\n').slice(0, MAX_CHARACTERS);
  if (Buffer.byteLength(text) < MIN_BYTES) return { language: DEFAULT_LANGUAGE, isProvisional: true };
  // Only merchants without a locale need its tables of two megabytes.
  const { detect } = await import('tinyld/heavy');
  return { language: detect(text, { only: [...ANALYZED_LANGUAGES] }) || DEFAULT_LANGUAGE, isProvisional: false };
}
