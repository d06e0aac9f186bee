/**
 * What an index was made with, as two short texts that its position carries, so that a deploy that changes it is noticed.
 * SCHEMA: the mapping, and the settings by which documents are indexed: another needs an index built anew. TUNING: the
 * settings that only searches read: others are applied to the index as it stands.
 */
import { createHash } from 'node:crypto';
import type { Settings } from 'meilisearch';
import { INDEX_SETTINGS } from '../../src/search/index-settings.ts';

/** Raise it when the mapping of products or the content hash changes: a deploy then leads to a rebuild. */
export const SCHEMA_VERSION = 11;

// Named one by one: a setting that is added to INDEX_SETTINGS leads to a rebuild until somebody knows that it need not.
const { displayedAttributes, rankingRules, pagination, faceting, searchCutoffMs, typoTolerance, ...indexedBy } =
  INDEX_SETTINGS;
const { minWordSizeForTypos, ...typosIndexedBy } = typoTolerance;

/** The settings that can be given to an index at any time: the engine takes them within milliseconds. */
export const TUNING_SETTINGS: Settings = {
  ...{ displayedAttributes, rankingRules, pagination, faceting, searchCutoffMs },
  typoTolerance: { minWordSizeForTypos },
};

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

export const SCHEMA = hashOf([SCHEMA_VERSION, indexedBy, typosIndexedBy]);
export const TUNING = hashOf(TUNING_SETTINGS);
