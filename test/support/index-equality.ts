/**
 * What the index holds against what it should hold. Every document of the index is read, and every product of MongoDB is
 * mapped as the indexer maps it; what the mapping itself gives is for other tests to say.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import { createProductReader } from '../../indexer/documents/product-loader.ts';
import { toLine } from '../../indexer/engine/index-write.ts';
import { catalogueOf } from '../../src/data/collections.ts';
import { type IndexedDocument, indexKey } from '../../src/search/index-document.ts';
import type { TestService } from './service.ts';

/** Product ids whose documents are not as they should be; `error` where the index could not be read. */
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

/** Compares the whole index with MongoDB as it is now. While an index is being made or exchanged, that is the error. */
export const differences = (compared: Compared): Promise<Differences> =>
  compare(
    async ({ meilisearch, indexName }) => [...(await searchDocuments(meilisearch, indexName)).values()],
    async ({ database }) => await expectedDocuments(database, await productIds(database)),
    compared,
  );

/** The same for one product alone: what tells soonest that the index is still behind. */
export const differencesOf = (compared: Compared, productId: string): Promise<Differences> =>
  compare(
    async ({ meilisearch, indexName }) => {
      const ids = [indexKey(productId)];
      return (await meilisearch.index(indexName).getDocuments<IndexedDocument>({ ids })).results;
    },
    ({ database }) => expectedDocuments(database, [productId]),
    compared,
  );

type Read = (compared: Compared) => Promise<readonly IndexedDocument[]>;

async function compare(readFound: Read, readExpected: Read, compared: Compared): Promise<Differences> {
  const byKey = (documents: readonly IndexedDocument[]) =>
    new Map(documents.map((document) => [document.id, document]));
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

/** All documents of the index but its positions, by primary key. */
export async function searchDocuments(meilisearch: Meilisearch, indexName: string) {
  const documents = new Map<string, IndexedDocument>();
  for (let offset = 0; ; offset += PAGE) {
    const { results } = await meilisearch.index(indexName).getDocuments<IndexedDocument>({ offset, limit: PAGE });
    for (const document of results) if (!document.id.startsWith('_position-')) documents.set(document.id, document);
    if (results.length < PAGE) return documents;
  }
}

async function productIds(database: Db): Promise<readonly string[]> {
  const products = catalogueOf(database).products.find({}, { projection: { _id: 1 } });
  return (await products.toArray()).map(({ _id }) => _id);
}

/** The documents of these products, of those that should be found. */
async function expectedDocuments({ client, databaseName }: Db, ids: readonly string[]) {
  // As the indexer does it: bytes that are no text are read as U+FFFD, and any regular expression can be read.
  const database = client.db(databaseName, { enableUtf8Validation: false, bsonRegExp: true });
  const reader = createProductReader(client, database, toLine);
  const { documents } = await reader.read(ids, null);
  return documents.map(({ json }) => JSON.parse(json.toString()) as IndexedDocument);
}
