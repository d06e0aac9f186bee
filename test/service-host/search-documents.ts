/** Reads the documents of an index. */
import type { Meilisearch } from 'meilisearch';
import type { IndexedDocument } from '../../src/search/index/document.ts';

const PAGE = 1000;

/** Tombstones and checkpoints have no merchant. */
export const isProduct = (document: Partial<IndexedDocument>): boolean => document.merchant_id !== undefined;

/** All product documents by primary key. */
export async function searchDocuments(meilisearch: Meilisearch, indexName: string) {
  const documents = new Map<string, IndexedDocument>();
  for (let offset = 0; ; offset += PAGE) {
    const { results } = await meilisearch.index(indexName).getDocuments<IndexedDocument>({ offset, limit: PAGE });
    for (const document of results.filter(isProduct)) documents.set(document.id, document);
    if (results.length < PAGE) return documents;
  }
}
