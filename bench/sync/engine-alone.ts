/**
 * The floor of updates: how many changed documents a second the engine indexes while nothing else happens. Posts
 * documents of products that `load/writer.ts` wrote with other serials in their titles, and afterwards restores them.
 */
import { chunksOf } from '../../src/runtime/lists.ts';
import type { SearchDocument } from '../../src/search/index/document.ts';
import { productsFilter } from '../../src/search/index/filters.ts';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { serialOf } from '../load/writer.ts';
import { untilSucceeded } from './tasks.ts';

const TASKS = 4;
const DOCUMENTS_OF_TASK = 1000;
/** More than any run writes: a new word for the engine, as the service's titles have. */
const FURTHER = 1_000_000;
const POLL_INTERVAL_MS = 50;

/** Resolves to the documents per second. The index must have all changes. Throws if a task fails. */
export async function measureEngineAlone(run: Run, service: Service): Promise<number> {
  const documents = await writtenDocuments(service);
  const startedMs = performance.now();
  await post(service, documents.map(withFurtherSerial));
  const perSecond = (documents.length / (performance.now() - startedMs)) * 1000;
  await post(service, documents);
  run.say(`The engine alone: ${perSecond.toFixed(0)} of ${documents.length} changed documents a second`);
  return perSecond;
}

async function writtenDocuments({ catalogue, meilisearch, indexName }: Service): Promise<SearchDocument[]> {
  const written = await catalogue.products
    .find({ title: /\(\d+\)$/ }, { projection: { _id: 1 }, limit: TASKS * DOCUMENTS_OF_TASK })
    .toArray();
  const query = { filter: productsFilter(written.map(({ _id }) => _id)), limit: written.length };
  return (await meilisearch.index<SearchDocument>(indexName).getDocuments(query)).results;
}

/** Replaces the serial in each field that has it, as the mapping of another title would. */
function withFurtherSerial(document: SearchDocument): SearchDocument {
  const serial = serialOf(document.title);
  const changed = Object.entries(document).map(([field, value]) => {
    if (field === 'id' || field === 'product_id' || typeof value === 'number') return [field, value] as const;
    const further = JSON.stringify(value).replaceAll(new RegExp(`\\b${serial}\\b`, 'g'), String(serial + FURTHER));
    return [field, JSON.parse(further) as unknown] as const;
  });
  return Object.fromEntries(changed) as unknown as SearchDocument;
}

async function post({ meilisearch, indexName }: Service, documents: readonly SearchDocument[]): Promise<void> {
  const index = meilisearch.index<SearchDocument>(indexName);
  for (const part of chunksOf(documents, DOCUMENTS_OF_TASK))
    await untilSucceeded(index.addDocuments([...part]), POLL_INTERVAL_MS);
}
