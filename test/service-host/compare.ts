/**
 * Compares an index with MongoDB: reads the documents of the index, and maps the products of MongoDB as the indexer
 * does. Other tests check the mapping.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import { createProductLoader } from '../../indexer/products/product-loader.ts';
import { catalogueOf } from '../../src/catalogue/stored-documents.ts';
import { createHttpClient } from '../../src/engines/http-client.ts';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import { openMongo } from '../../src/engines/mongodb/client.ts';
import { chunksOf } from '../../src/runtime/lists.ts';
import type { IndexedDocument } from '../../src/search/index/document.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { CompareRequest, Differences } from './messages.ts';
import { isProduct, searchDocuments } from './search-documents.ts';

/** Mapping more at once would delay the services in this process. */
const AT_ONCE = 500;

const http = createHttpClient({ retriesClosed: true });

/**
 * Compares one product, or the whole index: from the last product, which is usually indexed last, until some differ.
 * Throws if the index or MongoDB can't be read.
 */
export async function compare({ variables, indexName, productId }: CompareRequest): Promise<Differences> {
  const { MONGODB_URL = '', MEILISEARCH_URL: url = '', MEILISEARCH_API_KEY: apiKey = '' } = variables;
  const meilisearch = openMeilisearch({ url, apiKey, http });
  const mongo = openMongo(MONGODB_URL, { appName: 'comparison', maxPoolSize: 2 });
  try {
    const found = await foundDocuments(meilisearch, indexName, productId);
    const database = mongo.db();
    return await compareWith(found, database, productId === null ? await productIds(database) : [productId]);
  } finally {
    await mongo.close();
  }
}

type Documents = ReadonlyMap<string, IndexedDocument>;

async function foundDocuments(meilisearch: Meilisearch, indexName: string, productId: string | null) {
  if (productId === null) return await searchDocuments(meilisearch, indexName);
  const ids = [indexKey(productId)];
  const { results } = await meilisearch.index(indexName).getDocuments<IndexedDocument>({ ids });
  return new Map(results.filter(isProduct).map((document) => [document.id, document]));
}

async function productIds(database: Db): Promise<readonly string[]> {
  const products = catalogueOf(database).products.find({}, { projection: { _id: 1 } });
  return (await products.toArray()).map(({ _id }) => _id);
}

async function compareWith(found: Documents, database: Db, ids: readonly string[]): Promise<Differences> {
  const loader = createProductLoader(database.client, database);
  const extra = new Map(found);
  for (const some of chunksOf(ids, AT_ONCE).toReversed()) {
    const { documents } = await loader.load(some);
    const expected = documents.map(({ json }) => JSON.parse(json.toString()) as IndexedDocument);
    const missing = expected.filter(({ id }) => !found.has(id));
    const stale = expected.filter((document) => isStale(found.get(document.id), document));
    if (missing.length + stale.length > 0) return { missing: idsOf(missing), extra: [], stale: idsOf(stale) };
    for (const { id } of expected) extra.delete(id);
  }
  return { missing: [], extra: idsOf([...extra.values()]), stale: [] };
}

const idsOf = (documents: readonly IndexedDocument[]) => documents.map(({ product_id: id }) => id);

const isStale = (found: IndexedDocument | undefined, expected: IndexedDocument): boolean =>
  found !== undefined && !isDeepStrictEqual(withoutTime(found), withoutTime(expected));

/** `indexed_at` differs for equal documents. */
const withoutTime = ({ indexed_at, ...document }: IndexedDocument) => document;
