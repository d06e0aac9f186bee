/**
 * The index settings as code. The indexer applies them to a new index before its first document, and searches rely on
 * them. A change must also raise `MAPPING_VERSION` (`mapping-version.ts`), so that a deployment rebuilds the index.
 */
import type { Locale, Settings } from 'meilisearch';
import { ONE_ERROR_LENGTH, TWO_ERRORS_LENGTH } from '../text/misspelling.ts';
import { type SearchDocument, TEXT_FIELD_NAMES } from './document.ts';
import { FACET_FIELD_PATTERN, MAX_FACET_PAIRS } from './facets.ts';
import { IMPACT_TIER_FIELDS } from './term-weights.ts';

export const PRIMARY_KEY = 'id' satisfies keyof SearchDocument;

/** The fields that a filter may compare with values. */
const EQUALITY_FIELDS = [
  PRIMARY_KEY,
  'merchant_id',
  'location_key',
  'status',
  'featured',
  'in_stock',
  'collection_ids',
  'hidden_collection_ids',
] as const satisfies (keyof SearchDocument)[];
export type EqualityField = (typeof EQUALITY_FIELDS)[number];

/** By what results can be sorted, as the API names it, and the field of the index. */
export const SORT_FIELDS = {
  price: 'price',
  createdAt: 'created_at',
  title: 'title_key',
} as const satisfies Readonly<Record<string, keyof SearchDocument>>;

/** The fields that are searched, most important first. */
export const SEARCHED_FIELDS = [
  ...IMPACT_TIER_FIELDS,
  'key_stems',
  'title',
  'spellings',
  ...TEXT_FIELD_NAMES.filter((field) => field !== 'title'),
  'kind_lists',
] as const satisfies (keyof SearchDocument)[];

/** A field that is searched. */
export type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** The fields that the set of a results page searches. */
export const SET_FIELDS = SEARCHED_FIELDS.filter((field) => field !== 'kind_lists');

/** Those of them that have no keys of specifications and variants. The stems of their values are in the impact tiers. */
export const FIELDS_WITHOUT_KEYS = SET_FIELDS.filter(
  (field) => field !== 'key_stems' && field !== 'specifications' && field !== 'variants',
);

/**
 * The languages among which the engine detects that of a text or a query. It segments words by dictionary and changes
 * letters, in Persian those of Arabic, so both need the same ones. German isn't one of them: the engine would split its
 * compounds.
 */
export const ENGINE_LOCALES = [
  'eng',
  'cmn',
  'jpn',
  'kor',
  'tha',
  'khm',
  'heb',
  'ara',
  'rus',
  'ell',
  'hin',
  'tur',
  'vie',
] as const satisfies Locale[];

export const INDEX_SETTINGS = {
  searchableAttributes: [...SEARCHED_FIELDS],
  // The engine copies all of these for each hit, whatever a search retrieves: for a hundred hits with all fields, that
  // took longer than finding them. Documents that are read without a search, as by `verify`, have every field.
  displayedAttributes: ['ranking_payload', 'texts', 'price'] satisfies (keyof SearchDocument)[] as string[],
  filterableAttributes: [
    {
      // Only checkpoints have an `epoch`, and only tombstones are `deleted`: the indexer finds them by these.
      attributePatterns: [...EQUALITY_FIELDS, FACET_FIELD_PATTERN, 'epoch', 'deleted'],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
    {
      attributePatterns: ['price', 'identifier_starts', 'identifier_ends'] satisfies (keyof SearchDocument)[],
      features: { facetSearch: false, filter: { equality: true, comparison: true } },
    },
  ],
  sortableAttributes: Object.values(SORT_FIELDS),
  // These rules select the best hits; `ranking/` orders them. A search with a `sort` is in that order first.
  rankingRules: ['sort', 'words', 'typo', 'attribute'],
  typoTolerance: {
    // The engine keeps words without typo tolerance out of its table of prefixes and looks them up one by one, up to a
    // thousand for each key press. So numbers that must match exactly are searched as phrases
    // (`retrieval/text-searches.ts`).
    disableOnNumbers: false,
    // `maske` must not find `Marke: …`. Values tolerate errors by their stems in the impact tiers. In the engine's
    // order, so that the settings of an index compare equal.
    disableOnAttributes: ['key_stems', 'specifications', 'variants'] satisfies (keyof SearchDocument)[] as string[],
    minWordSizeForTypos: { oneTypo: ONE_ERROR_LENGTH, twoTypos: TWO_ERRORS_LENGTH },
  },
  proximityPrecision: 'byWord',
  localizedAttributes: [{ attributePatterns: ['*'], locales: [...ENGINE_LOCALES] }],
  facetSearch: false,
  // More than any index has, so that counts of products are never cut off.
  pagination: { maxTotalHits: 1_000_000_000 },
  // To find the most frequent values, the engine walks through all values of the index. For the ids of a few products it
  // reads only these if their order is `alpha`.
  faceting: { maxValuesPerFacet: MAX_FACET_PAIRS, sortFacetValuesBy: { '*': 'count', [PRIMARY_KEY]: 'alpha' } },
  searchCutoffMs: 500,
} satisfies Settings;
