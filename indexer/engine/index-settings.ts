/** Compares the settings of an index with those that searches rely on. */
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from 'meilisearch';
import { INDEX_SETTINGS } from '../../src/search/index/settings.ts';

/** Our settings, and the engine's defaults of those that a new index leaves alone. */
export const EXPECTED_SETTINGS = {
  ...INDEX_SETTINGS,
  typoTolerance: { ...INDEX_SETTINGS.typoTolerance, enabled: true, disableOnWords: [] },
  stopWords: [],
  synonyms: {},
  dictionary: [],
  separatorTokens: [],
  nonSeparatorTokens: [],
  distinctAttribute: null,
  prefixSearch: 'indexingTime',
} satisfies Settings;

/** Returns the names of the settings that somebody changed. `found`: what the engine returns. */
export function changedSettings(found: Settings): string[] {
  // The engine returns these in the order of the alphabet.
  const inOrder = { ...EXPECTED_SETTINGS, sortableAttributes: EXPECTED_SETTINGS.sortableAttributes.toSorted() };
  const names = Object.keys(inOrder) as (keyof typeof inOrder)[];
  return names.filter((name) => !includes(found[name], inOrder[name]));
}

/** Whether a value has all fields of the expected one. The engine may add others. An empty object equals only itself. */
function includes(found: unknown, expected: unknown): boolean {
  if (!isObject(expected) || Object.keys(expected).length === 0) return isDeepStrictEqual(found, expected);
  return isObject(found) && Object.entries(expected).every(([name, value]) => includes(found[name], value));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
