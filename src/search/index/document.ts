/**
 * The search document: one per product, with a closed list of fields. An index can have 65,535 field paths, ever, so
 * free-form keys (specifications, variants) become texts in a list, never fields.
 */
import type { Visibility } from '../../catalogue/merchant-scope.ts';
import type { FacetField } from './facets.ts';
import type { ImpactTierField } from './term-weights.ts';

/** The fields whose texts a search shows as matches, most important first, with the type of the match. */
export const TEXT_FIELDS = {
  title: 'title',
  sku: 'sku',
  barcode: 'barcode',
  subtitle: 'subtitle',
  variants: 'variant',
  collections: 'collection',
  hidden_collections: 'collection',
  specifications: 'specification',
  description: 'description',
} as const;

export type TextField = keyof typeof TEXT_FIELDS;
export const TEXT_FIELD_NAMES = Object.keys(TEXT_FIELDS) as TextField[];
export type MatchType = (typeof TEXT_FIELDS)[TextField];

/**
 * The fields that a token may see and search. For a `published` token, the name of a hidden collection must not find a
 * product.
 */
export const visibleFields = <F extends keyof SearchDocument>(
  fields: readonly F[],
  visibility: Visibility,
): readonly F[] => (visibility === 'published' ? fields.filter((field) => field !== 'hidden_collections') : fields);

/** The fields with the keys of collections that a token of each visibility may see. */
export const COLLECTION_FIELDS = {
  all: ['collection_ids', 'hidden_collection_ids'],
  published: ['collection_ids'],
} as const;

/** The fields that have words as written, not as stems, and that every token may search. */
export const UNSTEMMED_FIELDS = [...visibleFields(TEXT_FIELD_NAMES, 'published'), 'spellings'] as const;

/**
 * The fields `impact_tier_…` select the hits, see `term-weights.ts`. They have no words of hidden collections. The
 * fields `facets_…` have the specifications and variants to filter by and to count, see `facets.ts`.
 */
export interface SearchDocument extends Readonly<Record<ImpactTierField | FacetField, readonly string[]>> {
  /** `indexKey` of the product's id: Meilisearch allows few characters in a primary key. */
  readonly id: string;
  readonly merchant_id: string;
  /** The product's own id. It is only returned: filters use an `indexKey`. */
  readonly product_id: string;
  readonly location_key: string;
  readonly status: string;
  readonly featured: boolean;
  /** Whether the product can be sold, see `catalogue/availability.ts`. */
  readonly in_stock: boolean;
  /** See `indexPrice`. Absent without a price. Such products are outside every range, and last in both orders. */
  readonly price: number | undefined;
  /** In ms since 1970, to sort by. Absent if the stored date is malformed. */
  readonly created_at: number | undefined;
  /** The beginning of the title, folded, to sort by. */
  readonly title_key: string;
  readonly collection_ids: readonly string[];
  readonly hidden_collection_ids: readonly string[];
  readonly title: string;
  readonly subtitle: string;
  /**
   * The words of the barcode and of the SKU, except serial numbers. Each product has its own serial numbers: with tens
   * of thousands of such words, the engine would be slow to write, and slow to find the beginning of any word (decision
   * 0104).
   */
  readonly barcode: readonly string[];
  readonly sku: readonly string[];
  /** `Colour: red`. Like `specifications`, searched without typing errors. */
  readonly variants: readonly string[];
  /** `Brand: Bosch`, searched without typing errors: those of values are found by their stems. */
  readonly specifications: readonly string[];
  /**
   * The stems that the product has only in keys of specifications and variants, which all products of a shop may have.
   * They are searched without typing errors, because `maske` must not find `Marke`.
   */
  readonly key_stems: readonly string[];
  /** Names of published collections, of those that list several kinds only the product's own ones. */
  readonly collections: readonly string[];
  /**
   * Such names with all of their kinds, as stems: `skirt trouser` for `Skirts & trousers`. A set of a results page
   * includes all products of the collection only if the query is its name, or if no product has all words otherwise.
   */
  readonly kind_lists: readonly string[];
  /**
   * The words of the names of all other collections, one by one, searched only for tokens that see everything. The
   * engine records which words of a document are adjacent, and uses this for every phrase, whatever fields are
   * searched. So no two of these words may be adjacent.
   */
  readonly hidden_collections: readonly string[];
  readonly description: string;
  /**
   * Other forms of words by which the product is found, the ends of compounds, and the beginnings of words in Hangul and
   * katakana.
   */
  readonly spellings: readonly string[];
  /** SKU, barcode and model numbers as numbers, to find them by their beginning, see `identifier-numbers.ts`. */
  readonly identifier_starts: readonly number[];
  /** The same in reverse, to find them by their end. */
  readonly identifier_ends: readonly number[];
  /** See `ranking-payload.ts`. */
  readonly ranking_payload: string;
  /** The texts that a search shows, see `product-texts.ts`. The engine reads one text faster than many fields. */
  readonly texts: string;
  /** A hash of the other fields and of the schema version, see `indexer/documents/content-hash.ts`. */
  readonly content_hash: string;
  /** When the indexer created the document, in ms since 1970 by its own clock. Only for operators. */
  readonly indexed_at: number;
}

/** A mapped search document, without its hash. */
export type MappedDocument = Omit<SearchDocument, 'content_hash' | 'indexed_at'>;

/**
 * As stored in the index: fields without a text or an item are left out, because the engine processes every field that
 * is present.
 */
export type IndexedDocument = Pick<SearchDocument, 'id' | 'merchant_id' | 'product_id'> & Partial<SearchDocument>;

/** The fields of a document as they are written. Fields without a text or an item are undefined, which JSON leaves out. */
export function withoutEmptyFields<T extends object>(document: T): { readonly [F in keyof T]: T[F] | undefined } {
  const written: { [F in keyof T]: T[F] | undefined } = { ...document };
  for (const field in written)
    if ((written[field] as { readonly length?: number } | undefined)?.length === 0) written[field] = undefined;
  return written;
}
