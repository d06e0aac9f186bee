/**
 * Compares what the index holds with what it should hold: reads every document of the index, and maps every product of MongoDB
 * as the indexer does. Whether the mapping is right is for other tests.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import { createProductLoader } from '../../indexer/documents/product-loader.ts';
import { catalogueOf } from '../../src/catalogue/collections.ts';
import { type IndexedDocument, indexKey } from '../../src/search/index/document.ts';
import type { TestService } from './service.ts';

/** The ids of products whose documents are wrong; `error` where the index could not be read. */
export interface Differences {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly stale: readonly string[];
  readonly error?: string;
}

export const NO_DIFFERENCES: Differences = { missing: [], extra: [], stale: [] };

type Compared = Pick<TestService, 'database' | 'meilisearch' | 'indexName'>;

export const isEmpty = ({ missing, extra, stale, error }: Differences): boolean =>
  error === undefined && missing.length + extra.length + stale.length === 0;

/** Compares the whole index with MongoDB as it is now. While an index is being created or swapped, `error` says so. */
export const differences = (compared: Compared): Promise<Differences> =>
  compare(
    async ({ meilisearch, indexName }) => [...(await searchDocuments(meilisearch, indexName)).values()],
    async ({ database }) => await expectedDocuments(database, await productIds(database)),
    compared,
  );

/** The same for one product, which is faster. */
export const differencesOf = (compared: Compared, productId: string): Promise<Differences> =>
  compare(
    async ({ meilisearch, indexName }) => {
      const ids = [indexKey(productId)];
      const { results } = await meilisearch.index(indexName).getDocuments<IndexedDocument>({ ids });
      return results.filter(isProduct);
    },
    ({ database }) => expectedDocuments(database, [productId]),
    compared,
  );

type Read = (compared: Compared) => Promise<readonly IndexedDocument[]>;

async function compare(readFound: Read, readExpected: Read, compared: Compared): Promise<Differences> {
  // The time at which a document was made says nothing about it.
  const byKey = (documents: readonly IndexedDocument[]) =>
    new Map(documents.map(({ indexed_at, ...document }) => [document.id, document]));
  try {
    const found = byKey(await readFound(compared));
    const expected = byKey(await readExpected(compared));
    const idsOf = (documents: readonly IndexedDocument[]) => documents.map(({ product_id: id }) => id);
    const both = [...expected.values()].filter(({ id }) => found.has(id));
    return {
      missing: idsOf([...expected.values()].filter(({ id }) => !found.has(id))),
      extra: idsOf([...found.values()].filter(({ id }) => !expected.has(id))),
      stale: idsOf(both.filter((document) => !isDeepStrictEqual(found.get(document.id), document))),
    };
  } catch (error) {
    return { ...NO_DIFFERENCES, error: String(error) };
  }
}

const PAGE = 1000;

/** Tombstones and checkpoints have no merchant. */
const isProduct = (document: Partial<IndexedDocument>): boolean => document.merchant_id !== undefined;

/** All documents of products by primary key. */
export async function searchDocuments(meilisearch: Meilisearch, indexName: string) {
  const documents = new Map<string, IndexedDocument>();
  for (let offset = 0; ; offset += PAGE) {
    const { results } = await meilisearch.index(indexName).getDocuments<IndexedDocument>({ offset, limit: PAGE });
    for (const document of results.filter(isProduct)) documents.set(document.id, document);
    if (results.length < PAGE) return documents;
  }
}

async function productIds(database: Db): Promise<readonly string[]> {
  const products = catalogueOf(database).products.find({}, { projection: { _id: 1 } });
  return (await products.toArray()).map(({ _id }) => _id);
}

/** The documents that the index should hold of these products. */
async function expectedDocuments({ client, databaseName }: Db, ids: readonly string[]) {
  // The options of the indexer's client: invalid UTF-8 is read as U+FFFD, and every regular expression can be decoded.
  const database = client.db(databaseName, { enableUtf8Validation: false, bsonRegExp: true });
  const { documents } = await createProductLoader(client, database).load(ids);
  return documents.map(({ json }) => JSON.parse(json.toString()) as IndexedDocument);
}
