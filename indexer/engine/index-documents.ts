/** Reads the documents of an index. Waits while the engine is down. */
import type { Meilisearch } from 'meilisearch';
import { chunksOf } from '../../src/runtime/lists.ts';
import type { IndexedDocument, SearchDocument } from '../../src/search/index/document.ts';
import { PRODUCTS } from '../../src/search/index/filters.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import { classOf } from './index-errors.ts';
import type { RetryWhileDown } from './retry-while-down.ts';

/** The indexed state of one product. */
export interface IndexedProduct {
  readonly hash: string | undefined;
  /** `indexKey` of the merchant's id. */
  readonly merchantKey: string;
}

/** The keys of a document, as stored. */
export type DocumentKeys = Pick<IndexedDocument, 'id' | 'product_id' | 'merchant_id'>;

/**
 * Returns whether a document has the key of its product. Only another program writes a document under another key, and
 * the product can't replace it.
 */
export const hasOwnKey = ({ id, product_id: productId }: DocumentKeys): boolean =>
  typeof productId === 'string' && id === indexKey(productId);

/** Every function throws what the engine throws. */
export interface IndexDocuments {
  /** Resolves to the number of documents that match a filter. */
  count(name: string, filter: string): Promise<number>;
  /** Resolves to the indexed products by key, without tombstones and missing documents. */
  productsByKey(name: string, keys: readonly string[]): Promise<Map<string, IndexedProduct>>;
  /** Resolves to the complete documents by key, without tombstones and missing documents. */
  documentsByKey(name: string, keys: readonly string[]): Promise<Map<string, IndexedDocument>>;
  /** Resolves to the keys of up to `limit` documents that match a filter. */
  listKeys(name: string, filter: string, limit: number, offset?: number): Promise<readonly DocumentKeys[]>;
  /** Resolves to up to `limit` complete documents that match a filter. */
  listDocuments(name: string, filter: string, limit: number): Promise<readonly IndexedDocument[]>;
}

/** The keys are part of the URL. Meilisearch accepts 64 kB, and a key has up to 100 characters. */
const KEYS_IN_ONE_REQUEST = 500;

export function createIndexDocuments(client: Meilisearch, retryWhileDown: RetryWhileDown): IndexDocuments {
  return {
    async count(name, filter) {
      const query = { filter, fields: ['id'], limit: 1 };
      return (await retryWhileDown('count', () => client.index(name).getDocuments(query))).total;
    },

    async productsByKey(name, keys) {
      const found = new Map<string, IndexedProduct>();
      for (const ids of chunksOf(keys, KEYS_IN_ONE_REQUEST)) {
        const fields: ('id' | 'content_hash' | 'merchant_id')[] = ['id', 'content_hash', 'merchant_id'];
        const { results } = await retryWhileDown('look up documents', () =>
          client.index<Partial<SearchDocument>>(name).getDocuments({ ids, fields, limit: ids.length }),
        );
        for (const { id, content_hash: hash, merchant_id: merchantKey } of results)
          if (id !== undefined && merchantKey !== undefined) found.set(id, { hash, merchantKey });
      }
      return found;
    },

    async documentsByKey(name, keys) {
      const found = new Map<string, IndexedDocument>();
      for (const ids of chunksOf(keys, KEYS_IN_ONE_REQUEST)) {
        const { results } = await retryWhileDown('give documents', () =>
          client.index(name).getDocuments<IndexedDocument>({ ids, limit: ids.length }),
        );
        for (const document of results) if (document.merchant_id !== undefined) found.set(document.id, document);
      }
      return found;
    },

    async listKeys(name, filter, limit, offset = 0) {
      const fields: (keyof DocumentKeys)[] = ['id', 'product_id', 'merchant_id'];
      const { results } = await retryWhileDown('list documents', () =>
        client.index(name).getDocuments<DocumentKeys>({ filter, fields, limit, offset }),
      );
      return results;
    },

    async listDocuments(name, filter, limit) {
      const query = { filter, limit };
      const { results } = await retryWhileDown('list documents', () =>
        client.index(name).getDocuments<IndexedDocument>(query),
      );
      return results;
    },
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
