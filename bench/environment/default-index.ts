/** A floor: an index with the engine's default settings over the same texts. */
import type { Meilisearch } from 'meilisearch';
import type { SearchDocument } from '../../src/search/index/document.ts';
import { readTexts } from '../../src/search/index/product-texts.ts';
import type { Run } from './run.ts';
import type { Service } from './service.ts';

const PAGE = 1000;
const INDEXING_LIMIT_MS = 3_600_000;
const COPIED_FIELDS = ['id', 'product_id', 'merchant_id', 'texts'] as const;

type CopiedDocument = Pick<SearchDocument, (typeof COPIED_FIELDS)[number]>;

/** Yields the documents of the live index, page by page. */
async function* documentPages(meilisearch: Meilisearch, indexName: string): AsyncGenerator<CopiedDocument[]> {
  const index = meilisearch.index<SearchDocument>(indexName);
  for (let offset = 0; ; offset += PAGE) {
    const { results } = await index.getDocuments<SearchDocument>({ limit: PAGE, offset, fields: [...COPIED_FIELDS] });
    // The checkpoint document has no merchant.
    yield results.filter((document) => document.merchant_id !== undefined);
    if (results.length < PAGE) return;
  }
}

/**
 * Builds an index of all merchants' products in which only the merchant is filterable. Resolves to its name. Removes it
 * at the end of the run. Throws if the engine rejects a document.
 */
export async function buildDefaultIndex(run: Run, { meilisearch, indexName }: Service): Promise<string> {
  const name = `${indexName}_default`;
  run.onStop('index with default settings', async () => {
    await meilisearch.deleteIndexIfExists(name);
  });
  run.say('Building the index with default settings');
  const index = meilisearch.index(name);
  const tasks = [
    await meilisearch.createIndex(name, { primaryKey: 'id' }),
    await index.updateFilterableAttributes(['merchant_id']),
  ];
  for await (const page of documentPages(meilisearch, indexName)) {
    run.stopping.throwIfAborted();
    tasks.push(await index.addDocuments(page.map(plainDocument)));
  }
  const done = await meilisearch.tasks.waitForTasks(tasks, { timeout: INDEXING_LIMIT_MS, interval: 200 });
  for (const { error } of done) if (error !== null) throw new Error(`The engine rejected documents: ${error.message}`);
  return name;
}

/** Returns a document with the texts as plain fields, as in a simple integration. */
function plainDocument({ texts, ...ids }: CopiedDocument) {
  const { location_id: _notSearched, ...searched } = readTexts(texts);
  return { ...ids, ...searched };
}
