/**
 * Compares an index with MongoDB: reads the documents of the index, and maps the products of MongoDB as the indexer
 * does. Other tests check the mapping.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import { createProductLoader, type ProductLoader } from '../../indexer/products/product-loader.ts';
import { catalogueOf } from '../../src/catalogue/stored-documents.ts';
import { createHttpClient } from '../../src/engines/http-client.ts';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import { openMongo } from '../../src/engines/mongodb/client.ts';
import { chunksOf } from '../../src/runtime/lists.ts';
import { sleep } from '../../src/runtime/retry.ts';
import type { IndexedDocument } from '../../src/search/index/document.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { CompareRequest, Differences } from './messages.ts';
import { isProduct, searchDocuments } from './search-documents.ts';

/** Mapping more at once would delay the services in this process. */
const AT_ONCE = 500;

const PAUSE_MS = { min: 20, max: 250 };

const http = createHttpClient({ retriesClosed: true });

/**
 * Compares the whole index with MongoDB until nothing differs, for `limitMs` at most. Resolves to the last differences:
 * from the last product, which is usually indexed last, until some differ. Throws if the index or MongoDB can't be read
 * at the end, as while an index is created or swapped.
 */
export async function compare(request: CompareRequest): Promise<Differences> {
  const wait = createWait(request.limitMs);
  for (;;)
    try {
      return await compareOnOneClient(request, wait);
    } catch (error) {
      // The next comparison has a client that doesn't know a MongoDB of before.
      if (!(await wait())) throw error;
    }
}

/** A client for each comparison would take more CPU than the comparisons. */
async function compareOnOneClient({ variables, indexName }: CompareRequest, wait: Wait): Promise<Differences> {
  const { MONGODB_URL = '', MEILISEARCH_URL: url = '', MEILISEARCH_API_KEY: apiKey = '' } = variables;
  const meilisearch = openMeilisearch({ url, apiKey, http });
  const mongo = openMongo(MONGODB_URL, { appName: 'comparison', maxPoolSize: 2 });
  const database = mongo.db();
  const loader = createProductLoader(mongo, database);
  const differencesOf = async (productId: string | null) => {
    const found = await foundDocuments(meilisearch, indexName, productId);
    return await compareWith(found, loader, productId === null ? await productIds(database) : [productId]);
  };
  try {
    for (;;) {
      const found = await differencesOf(null);
      const different = idsIn(found).at(-1);
      if (different === undefined) return found;
      // A full comparison costs as much as indexing, so while this product differs, only it is compared.
      do {
        if (!(await wait())) return found;
      } while (idsIn(await differencesOf(different)).length > 0);
    }
  } finally {
    await mongo.close();
  }
}

/** Pauses. Resolves to false instead when the time is up. */
type Wait = () => Promise<boolean>;

/** The pauses grow, so that waiting tests leave the CPU to others. */
function createWait(limitMs: number): Wait {
  const startedMs = performance.now();
  return async () => {
    const waitedMs = performance.now() - startedMs;
    if (waitedMs >= limitMs) return false;
    await sleep(Math.min(Math.max(waitedMs / 10, PAUSE_MS.min), PAUSE_MS.max));
    return true;
  };
}

const idsIn = ({ missing, extra, stale }: Differences) => [...missing, ...extra, ...stale];

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

async function compareWith(found: Documents, loader: ProductLoader, ids: readonly string[]): Promise<Differences> {
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
