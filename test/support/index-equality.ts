/**
 * What the index holds against what it should hold. Every document of the index is read, and every product of MongoDB is
 * mapped as the indexer maps it; what the mapping itself gives is for other tests to say.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Meilisearch } from 'meilisearch';
import { createProductReader } from '../../indexer/product-reader.ts';
import { catalogueOf } from '../../src/data/collections.ts';
import type { SearchDocument } from '../../src/search/index-document.ts';
import type { TestService } from './service.ts';

/** Product ids whose documents are not as they should be; `error` where the index could not be read. */
export interface Differences {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly stale: readonly string[];
  readonly error?: string;
}

type Compared = Pick<TestService, 'database' | 'meilisearch' | 'indexName'>;

export const isEmpty = ({ missing, extra, stale, error }: Differences): boolean =>
  error === undefined && missing.length + extra.length + stale.length === 0;

/** Compares the whole index with MongoDB as it is now. While an index is being made or exchanged, that is the error. */
export async function differences({ database, meilisearch, indexName }: Compared): Promise<Differences> {
  try {
    const found = await searchDocuments(meilisearch, indexName);
    const expected = await expectedDocuments({ database });
    return {
      missing: [...expected.keys()].filter((id) => !found.has(id)),
      extra: [...found.keys()].filter((id) => !expected.has(id)),
      stale: [...expected].flatMap(([id, document]) =>
        found.has(id) && !isDeepStrictEqual(found.get(id), document) ? [document.product_id] : [],
      ),
    };
  } catch (error) {
    return { missing: [], extra: [], stale: [], error: String(error) };
  }
}

const PAGE = 1000;

/** All documents of the index but its positions, by primary key. */
export async function searchDocuments(meilisearch: Meilisearch, indexName: string) {
  const documents = new Map<string, SearchDocument>();
  for (let offset = 0; ; offset += PAGE) {
    const { results } = await meilisearch.index(indexName).getDocuments<SearchDocument>({ offset, limit: PAGE });
    for (const document of results) if (!document.id.startsWith('_position-')) documents.set(document.id, document);
    if (results.length < PAGE) return documents;
  }
}

/** The documents of all products that should be found, by primary key. */
async function expectedDocuments(compared: Pick<Compared, 'database'>) {
  const { client, databaseName } = compared.database;
  // As the indexer does it: bytes that are no text are read as U+FFFD, and any regular expression can be read.
  const database = client.db(databaseName, { enableUtf8Validation: false, bsonRegExp: true });
  const reader = createProductReader(client, database, (document) => document);
  const products = await catalogueOf(database)
    .products.find({}, { projection: { _id: 1 } })
    .toArray();
  const { documents } = await reader.read(
    products.map(({ _id }) => _id),
    null,
  );
  // As they arrive: -0 is 0 in JSON.
  const sent = JSON.parse(JSON.stringify(documents)) as SearchDocument[];
  return new Map(sent.map((document) => [document.id, document]));
}
