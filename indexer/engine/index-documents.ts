/** Reads the documents of an index. Waits while the engine is down. */
import type { DocumentsQuery, Meilisearch } from 'meilisearch';
import { chunksOf } from '../../src/runtime/lists.ts';
import type { IndexedDocument, SearchDocument } from '../../src/search/index/document.ts';
import { PRODUCTS } from '../../src/search/index/filters.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import { classOf } from './index-errors.ts';
import type { RetryWhileDown } from './retry-while-down.ts';

/**
 * Returns whether a document has the key of its product. Only another program writes a document under another key, and
 * the product can't replace it.
 */
export const hasOwnKey = ({ id, product_id: productId }: IndexedDocument): boolean =>
  typeof productId === 'string' && id === indexKey(productId);

/** Every function throws what the engine throws. */
export interface IndexDocuments {
  /** Resolves to the number of documents that match a filter. */
  count(name: string, filter: string): Promise<number>;
  /** Resolves to documents by key, without tombstones and missing documents. */
  documentsByKey(name: string, keys: readonly string[], fields?: Fields): Promise<Map<string, IndexedDocument>>;
  /** Resolves to up to `limit` documents that match a filter. */
  listDocuments(name: string, filter: string, range: Range, fields?: Fields): Promise<readonly IndexedDocument[]>;
}

interface Range {
  readonly limit: number;
  readonly offset?: number;
}

/** The fields to read; all by default. The keys of a document are among them, because its type has them. */
type Fields = readonly [...typeof KEYS, ...(keyof SearchDocument)[]];

export const KEYS = ['id', 'product_id', 'merchant_id'] as const;
export const KEYS_AND_HASH = [...KEYS, 'content_hash'] as const;

/** The keys are part of the URL. Meilisearch accepts 64 kB, and a key has up to 100 characters. */
const KEYS_IN_ONE_REQUEST = 500;

export function createIndexDocuments(client: Meilisearch, retryWhileDown: RetryWhileDown): IndexDocuments {
  async function read(
    name: string,
    query: DocumentsQuery<IndexedDocument>,
    fields?: Fields,
  ): Promise<readonly IndexedDocument[]> {
    const wanted = fields === undefined ? query : { ...query, fields: [...fields] };
    const { results } = await retryWhileDown('read documents', () =>
      client.index(name).getDocuments<IndexedDocument>(wanted),
    );
    return results;
  }

  return {
    async count(name, filter) {
      const query = { filter, fields: ['id'], limit: 1 };
      return (await retryWhileDown('count', () => client.index(name).getDocuments(query))).total;
    },

    async documentsByKey(name, keys, fields) {
      const found = new Map<string, IndexedDocument>();
      for (const ids of chunksOf(keys, KEYS_IN_ONE_REQUEST))
        for (const document of await read(name, { ids, limit: ids.length }, fields))
          if (document.merchant_id !== undefined) found.set(document.id, document);
      return found;
    },

    listDocuments: (name, filter, range, fields) => read(name, { filter, ...range }, fields),
  };
}

/**
 * Resolves to the number of products in an index; to 0 when the index has other settings, because it then holds no
 * products of ours.
 */
export async function countProducts(index: Pick<IndexDocuments, 'count'>, name: string): Promise<number> {
  try {
    return await index.count(name, PRODUCTS);
  } catch (error) {
    if (classOf(error) === 'no settings') return 0;
    throw error;
  }
}
