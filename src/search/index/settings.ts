/**
 * The index settings as code. The indexer gives them to a new index before its first document, and searches rely on them.
 * Whoever changes them raises `MAPPING_VERSION` (indexer/checkpoint/schema-version.ts), so a deploy leads to a rebuild.
 */
import type { Settings } from 'meilisearch';
import { type SearchDocument, TEXT_FIELD_NAMES } from './document.ts';
import { IMPACT_TIER_FIELDS } from './term-weights.ts';

export const PRIMARY_KEY = 'id' satisfies keyof SearchDocument;

const EQUALITY_FIELDS = [
  PRIMARY_KEY,
  'merchant_id',
  'location_key',
  'status',
  'featured',
  'in_stock',
  'collection_ids',
  'hidden_collection_ids',
] satisfies (keyof SearchDocument)[];

/** The fields that are searched, most important first. */
const SEARCHED_FIELDS = [
  ...IMPACT_TIER_FIELDS,
  'title',
  'spellings',
  'compounds',
  ...TEXT_FIELD_NAMES.filter((field) => field !== 'title'),
] as const satisfies (keyof SearchDocument)[];

/** What a token that sees only what is published may search: a name of a hidden collection must not find a product. */
export const PUBLISHED_SEARCHED_FIELDS = SEARCHED_FIELDS.filter((field) => field !== 'hidden_collections');

export const INDEX_SETTINGS = {
  searchableAttributes: [...SEARCHED_FIELDS],
  // The engine copies all of these for each hit, whatever it is asked for: a hundred hits with all their fields took
  // it longer than to find them. Documents read by themselves, as `verify` does, have every field.
  displayedAttributes: ['ranking_payload', 'texts'] satisfies (keyof SearchDocument)[] as string[],
  filterableAttributes: [
    {
      // Only checkpoints have an `epoch`, and only tombstones are `deleted`: the indexer finds them by these.
      attributePatterns: [...EQUALITY_FIELDS, 'epoch', 'deleted'],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
    {
      attributePatterns: ['price', 'identifier_starts', 'identifier_ends'] satisfies (keyof SearchDocument)[],
      features: { facetSearch: false, filter: { equality: true, comparison: true } },
    },
  ],
  sortableAttributes: [],
  // The engine takes words apart by its dictionary of German where it knows that a field is German.
  localizedAttributes: [{ attributePatterns: ['compounds'] satisfies (keyof SearchDocument)[], locales: ['deu'] }],
  // They choose the best hits; `ranking/` orders these.
  rankingRules: ['words', 'typo', 'attribute'],
  typoTolerance: {
    // Words that forgive no typing errors are no part of the engine's table of beginnings: it looks them up one by one, up to
    // a thousand for each key press. So numbers that must be right are asked for as phrases (`retrieval/text-searches.ts`).
    disableOnNumbers: false,
    disableOnAttributes: [],
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
  },
  proximityPrecision: 'byWord',
  facetSearch: false,
  // Counts how many products have a stem; no search asks for so many.
  pagination: { maxTotalHits: 1_000_000_000 },
  faceting: { maxValuesPerFacet: 50 },
  searchCutoffMs: 500,
} satisfies Settings;
