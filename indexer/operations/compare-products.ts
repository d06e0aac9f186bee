/**
 * Compares products with their documents in the index by content hash. The result is true of one moment: changes may be on their
 * way into the index.
 */
import type { Meilisearch } from 'meilisearch';
import { type IndexedDocument, indexKey } from '../../src/search/index/document.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { LoadedPart } from '../documents/load-products.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { RetryWhileDown } from '../engine/retry-while-down.ts';

/** `missing` and `dead letter`: no document. `extra`: no product. `stale`: the document is not what the product maps to. */
export type DifferenceKind = 'missing' | 'extra' | 'stale' | 'dead letter';

export interface Difference {
  readonly kind: DifferenceKind;
  /** The key of the document in the index. */
  readonly key: string;
  /** Null where the document is under a key that is not its product's. */
  readonly productId: string | null;
  /** The merchant's id, or its key in the index. */
  readonly merchant: string;
  /** The content hash of the document that the index holds, computed from its fields; absent where it holds none. */
  readonly indexedHash?: string;
}

export interface Comparison {
  readonly products: number;
  readonly differences: readonly Difference[];
  /** How many of these products have a document. */
  readonly present: number;
}

export interface Sides {
  readonly loader: ProductLoader;
  readonly client: Meilisearch;
  readonly retryWhileDown: RetryWhileDown;
  readonly indexName: string;
}

/** Bytes of documents that are compared at a time. */
const LIMIT_BYTES = 8_000_000;

/** Compares products and documents by product id. Throws what the engines throw. */
export async function compareProducts(sides: Sides, ids: readonly string[]): Promise<Comparison> {
  const differences: Difference[] = [];
  let present = 0;
  for (let left = ids; left.length > 0; ) {
    const loaded = await sides.loader.load(left, { limitBytes: LIMIT_BYTES });
    const indexed = await fetchDocuments(sides, keysOf(loaded));
    differences.push(...differencesOf(loaded, indexed));
    present += indexed.size;
    left = loaded.leftIds;
  }
  return { products: ids.length, differences, present };
}

const keysOf = ({ documents, goneIds, unreadable }: LoadedPart): string[] =>
  [...documents.map(({ productId }) => productId), ...goneIds, ...unreadable.map(({ productId }) => productId)].map(
    indexKey,
  );

type Indexed = ReadonlyMap<string, IndexedDocument>;

function differencesOf({ documents, goneIds, unreadable }: LoadedPart, indexed: Indexed): Difference[] {
  const differences: Difference[] = [];
  for (const line of documents) {
    const document = indexed.get(indexKey(line.productId));
    const isEqual = document?.content_hash === line.hash && contentHash(document) === line.hash;
    if (!isEqual) differences.push(missingOrStale(line.productId, line.merchantKey, document));
  }
  for (const { productId, merchantId } of unreadable)
    differences.push(missingOrStale(productId, merchantId, indexed.get(indexKey(productId))));
  for (const productId of goneIds) {
    const document = indexed.get(indexKey(productId));
    if (document !== undefined)
      differences.push({ kind: 'extra', key: document.id, productId, merchant: document.merchant_id });
  }
  return differences;
}

const missingOrStale = (productId: string, merchant: string, document: IndexedDocument | undefined): Difference => {
  const key = indexKey(productId);
  return document === undefined
    ? { kind: 'missing', key, productId, merchant }
    : { kind: 'stale', key, productId, merchant, indexedHash: contentHash(document) };
};

/** Resolves to the documents by key. Keys without a document are left out, and so are tombstones, which have no merchant. */
export async function fetchDocuments(
  { client, retryWhileDown, indexName }: Sides,
  keys: readonly string[],
): Promise<Map<string, IndexedDocument>> {
  if (keys.length === 0) return new Map();
  const { results } = await retryWhileDown('give documents', () =>
    client.index(indexName).getDocuments<Partial<IndexedDocument>>({ ids: [...keys], limit: keys.length }),
  );
  const documents = results.filter(isDocument);
  return new Map(documents.map((document) => [document.id, document]));
}

const isDocument = (document: Partial<IndexedDocument>): document is IndexedDocument =>
  document.merchant_id !== undefined;
