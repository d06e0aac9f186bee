/** A floor: the engine with its default settings, over the same texts in an index of their own. */
import type { Meilisearch } from 'meilisearch';
import type { SearchDocument } from '../../src/search/index/document.ts';
import { readTexts } from '../../src/search/index/product-texts.ts';
import type { Run } from './run.ts';

const PAGE = 1000;
const INDEXING_LIMIT_MS = 3_600_000;
const KEPT_FIELDS = ['id', 'product_id', 'merchant_id', 'texts'] as const;

type KeptDocument = Pick<SearchDocument, (typeof KEPT_FIELDS)[number]>;

/** The products' documents as the indexer made them, page by page. */
async function* documentPages(meilisearch: Meilisearch, indexName: string): AsyncGenerator<KeptDocument[]> {
  const index = meilisearch.index<SearchDocument>(indexName);
  for (let offset = 0; ; offset += PAGE) {
    const { results } = await index.getDocuments<SearchDocument>({ limit: PAGE, offset, fields: [...KEPT_FIELDS] });
    // The index has a document about itself, which belongs to no merchant.
    yield results.filter((document) => document.merchant_id !== undefined);
    if (results.length < PAGE) return;
  }
}

/**
 * Builds the index of all merchants' products, of which only the merchant is filterable, and resolves to its name; it is removed at the end of the run.
 * Throws when the engine refuses a document.
 */
export async function buildDefaultIndex(run: Run, meilisearch: Meilisearch, indexName: string): Promise<string> {
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
  for (const { error } of done) if (error !== null) throw new Error(`The engine refused documents: ${error.message}`);
  return name;
}

/** The texts as fields of their own, as one would index products without this service. */
function plainDocument({ texts, ...ids }: KeptDocument) {
  const { location_id: _notSearched, ...searched } = readTexts(texts);
  return { ...ids, ...searched };
}
