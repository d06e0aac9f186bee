/** Detects the language of a merchant's products from their texts. */
import { ANALYZED_LANGUAGES, DEFAULT_LANGUAGE } from '../../src/search/text/analyzer.ts';

/** The library and its version, which decide what is detected. */
export const DETECTED_BY = 'tinyld 1.3.4';

/** Of fewer bytes of UTF-8 no language is told: some six titles, fewer in Chinese. */
const MIN_BYTES = 200;
/** More make it slower and no better. */
const MAX_CHARACTERS = 8000;

export interface DetectedLanguage {
  readonly language: string;
  /** Whether the texts are too few to tell: the language is English until there are more. */
  readonly isProvisional: boolean;
}

/** Detects one of the languages that have an analyzer; English where the texts are in none. */
export async function detectLanguage(texts: readonly string[]): Promise<DetectedLanguage> {
  const text = texts.join('\n').slice(0, MAX_CHARACTERS);
  if (Buffer.byteLength(text) < MIN_BYTES) return { language: DEFAULT_LANGUAGE, isProvisional: true };
  // Its tables of two megabytes are loaded where a merchant has no locale.
  const { detect } = await import('tinyld/heavy');
  return { language: detect(text, { only: [...ANALYZED_LANGUAGES] }) || DEFAULT_LANGUAGE, isProvisional: false };
}
