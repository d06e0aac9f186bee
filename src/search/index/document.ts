/**
 * The search document: one per product, with a closed list of fields. The engine can hold 65,535 field paths in an
 * index, ever, so free-form keys (specifications, variants) become texts in a list, never fields.
 */
import { createHash } from 'node:crypto';
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

/** The fields `impact_tier_…` choose the hits, see `term-weights.ts`. They have no word of a hidden collection. */
export interface SearchDocument extends Readonly<Record<ImpactTierField, readonly string[]>> {
  /** `indexKey` of the product's id: Meilisearch allows few characters in a primary key. */
  readonly id: string;
  readonly merchant_id: string;
  /** The product's own id, which is only read: an id in a filter is an `indexKey`. */
  readonly product_id: string;
  readonly location_key: string;
  readonly status: string;
  readonly featured: boolean;
  /** Whether it can be sold, see `catalogue/availability.ts`. */
  readonly in_stock: boolean;
  readonly price: number;
  readonly collection_ids: readonly string[];
  readonly hidden_collection_ids: readonly string[];
  readonly title: string;
  readonly subtitle: string;
  /**
   * Words of the barcode and of the SKU but for serial numbers, of which each product has others: by tens of thousands of such
   * words the engine would be slow to find the beginning of any, and to write (decision 0104).
   */
  readonly barcode: readonly string[];
  readonly sku: readonly string[];
  /** `Colour: red` */
  readonly variants: readonly string[];
  readonly specifications: readonly string[];
  /** Names of published collections. */
  readonly collections: readonly string[];
  /**
   * Of the names of the others each word by itself: searched only for those who see everything. Of words beside each other the engine
   * knows for the whole document that they are, and tells everyone who asks for a phrase, whatever fields are searched.
   */
  readonly hidden_collections: readonly string[];
  readonly description: string;
  /** Other forms of words by which the product is found, where no text has them. */
  readonly spellings: readonly string[];
  /** Long words of German texts, which the engine takes apart in this field alone: `flasche` finds `Glasflasche`. */
  readonly compounds: readonly string[];
  /** SKU, barcode and model numbers as numbers, found from their beginning: see `identifier-numbers.ts`. */
  readonly identifier_starts: readonly number[];
  /** The same in reverse, found from their end. */
  readonly identifier_ends: readonly number[];
  /** See `ranking-payload.ts`. */
  readonly ranking_payload: string;
  /** The texts that a search shows, see `product-texts.ts`: one text, which the engine reads faster than many fields. */
  readonly texts: string;
  /** A hash of the other fields and of the schema version, see `indexer/documents/content-hash.ts`. */
  readonly content_hash: string;
  /** When the indexer made the document, in ms since 1970 by its own clock. It is for operators alone. */
  readonly indexed_at: number;
}

/** A search document as it is mapped, without its hash. */
export type MappedDocument = Omit<SearchDocument, 'content_hash' | 'indexed_at'>;

/** As the index has it: fields without a text or an item are left out, since the engine takes apart each that is there. */
export type IndexedDocument = Pick<SearchDocument, 'id' | 'merchant_id' | 'product_id'> & Partial<SearchDocument>;

/**
 * The fields of a document as they are written: those without a text or an item are undefined, which JSON leaves out. They are not
 * taken away, since objects that all have the same fields are written faster.
 */
export function writtenFields<T extends object>(document: T): { readonly [F in keyof T]: T[F] | undefined } {
  const written: { [F in keyof T]: T[F] | undefined } = { ...document };
  for (const field in written)
    if ((written[field] as { readonly length?: number }).length === 0) written[field] = undefined;
  return written;
}

const SAFE_ID = /^[a-z0-9][a-z0-9_-]{0,99}$/;

/**
 * An id as the index holds it, in primary keys and in filterable fields. The engine compares filter values without
 * regard to case and accents, and takes only some characters in a primary key: an id that could suffer from either is
 * replaced by its hash, so that two ids are equal in the index only when they are equal.
 */
export function indexKey(id: string): string {
  return SAFE_ID.test(id) ? id : `_${createHash('sha256').update(id).digest('hex')}`;
}
