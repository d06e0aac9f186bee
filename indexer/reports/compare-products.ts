/**
 * Compares products with their indexed documents by content hash. The result is a snapshot: pending changes may make
 * products differ.
 */
import type { IndexedDocument } from '../../src/search/index/document.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { IndexDocuments } from '../engine/index-documents.ts';
import type { PartialLoad } from '../products/load-products.ts';
import type { ProductLoader } from '../products/product-loader.ts';

/**
 * `missing`, `dead letter`: there is no document. `extra`: there is no product. `stale`: the document differs from the
 * mapped product.
 */
type DifferenceKind = 'missing' | 'extra' | 'stale' | 'dead letter';

export interface Difference {
  readonly kind: DifferenceKind;
  /** The key of the document in the index. */
  readonly key: string;
  /** Null for a document whose key is not the key of its product. */
  readonly productId: string | null;
  /** The merchant's id; for an `extra` document, its key in the index, see `merchant-ids.ts`. */
  readonly merchant: string;
  /** The content hash, computed from the fields of the indexed document; absent when there is no document. */
  readonly indexedHash?: string;
}

export interface Comparison {
  readonly products: number;
  readonly differences: readonly Difference[];
  /** The number of these products that have a document. */
  readonly present: number;
}

export interface CompareOptions {
  readonly loader: ProductLoader;
  readonly index: IndexDocuments;
  readonly indexName: string;
}

/** The bytes of documents to compare at a time. */
const LIMIT_BYTES = 8_000_000;

/** Compares products and documents by product id. Throws what the engines throw. */
export async function compareProducts(
  { loader, index, indexName }: CompareOptions,
  ids: readonly string[],
): Promise<Comparison> {
  const differences: Difference[] = [];
  let present = 0;
  for (let left = ids; left.length > 0; ) {
    const loaded = await loader.load(left, LIMIT_BYTES);
    const indexed = await index.documentsByKey(indexName, keysOf(loaded));
    differences.push(...differencesOf(loaded, indexed));
    present += indexed.size;
    left = loaded.remainingIds;
  }
  return { products: ids.length, differences, present };
}

const keysOf = ({ documents, goneIds, unreadable }: PartialLoad): string[] =>
  [...[...documents, ...unreadable].map(({ productId }) => productId), ...goneIds].map(indexKey);

type Indexed = ReadonlyMap<string, IndexedDocument>;

function differencesOf({ documents, goneIds, unreadable }: PartialLoad, indexed: Indexed): Difference[] {
  const differences: Difference[] = [];
  for (const product of [...documents, ...unreadable]) {
    const { productId, merchantId } = product;
    const key = indexKey(productId);
    const document = indexed.get(key);
    const found = { key, productId, merchant: merchantId ?? '' };
    if (document === undefined) differences.push({ kind: 'missing', ...found });
    else if (!('hash' in product) || !hasHash(document, product.hash))
      differences.push({ kind: 'stale', ...found, indexedHash: contentHash(document) });
  }
  for (const productId of goneIds) {
    const document = indexed.get(indexKey(productId));
    if (document !== undefined)
      differences.push({ kind: 'extra', key: document.id, productId, merchant: document.merchant_id });
  }
  return differences;
}

/** Returns whether a document has this hash, stored and computed: a manual change of a field leaves the stored one. */
export const hasHash = (document: Partial<IndexedDocument> | undefined, hash: string): boolean =>
  document?.content_hash === hash && contentHash(document) === hash;
