/**
 * Compares the index with MongoDB: reads every document of the index, and maps every product of MongoDB as the indexer
 * does. Other tests check the mapping.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import { createProductLoader } from '../../indexer/products/product-loader.ts';
import { catalogueOf } from '../../src/catalogue/collections.ts';
import type { IndexedDocument } from '../../src/search/index/document.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { TestService } from './service.ts';

/** The ids of products whose documents are wrong; `error` if the index can't be read. */
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

/** Compares the whole index with MongoDB. `error` is set while an index is created or swapped. */
export const differences = (compared: Compared): Promise<Differences> =>
  compare(
    async ({ meilisearch, indexName }) => [...(await searchDocuments(meilisearch, indexName)).values()],
    async ({ database }) => await expectedDocuments(database, await productIds(database)),
    compared,
  );

/** Compares one product, which is faster. */
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
  // `indexed_at` differs for equal documents.
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

/** All product documents by primary key. */
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

/** The documents that the index should have for these products. */
async function expectedDocuments({ client, databaseName }: Db, ids: readonly string[]) {
  // As the indexer's client: decodes invalid UTF-8 as U+FFFD, and any regular expression.
  const database = client.db(databaseName, { enableUtf8Validation: false, bsonRegExp: true });
  const { documents } = await createProductLoader(client, database).load(ids);
  return documents.map(({ json }) => JSON.parse(json.toString()) as IndexedDocument);
}
