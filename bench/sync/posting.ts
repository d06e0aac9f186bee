/**
 * The floor of a reindex: posts the documents of the live index to an index with the same settings. Nothing is loaded,
 * mapped, hashed or followed, and no payload waits for the previous task.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnqueuedTaskPromise, Meilisearch } from 'meilisearch';
import { REBUILD_CHUNK_SIZE } from '../../indexer/pipeline/profiles.ts';
import { PRODUCTS } from '../../src/search/index/filters.ts';
import { INDEX_SETTINGS, PRIMARY_KEY } from '../../src/search/index/settings.ts';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { temporaryFolder } from '../environment/temporary.ts';
import { untilSucceeded } from './tasks.ts';

/** The batch size of a rebuild. */
const PAYLOAD_SIZE = REBUILD_CHUNK_SIZE;
/** A long interval: each poll takes CPU from the measurement. */
const POLL_INTERVAL_MS = 200;

/**
 * Saves the documents of the index. Resolves to a function that posts them and resolves to the documents per second.
 */
export async function preparePosting(run: Run, { meilisearch, indexName }: Service): Promise<() => Promise<number>> {
  const name = `${indexName}_floor`;
  const payloads = await savePayloads(run, meilisearch, indexName);
  run.onStop('index of the floor', async () => void (await meilisearch.deleteIndexIfExists(name)));
  return () => measurePosting(run, meilisearch, name, payloads);
}

/** Resolves to the documents per second that a new index received and indexed. Throws if a task fails. */
async function measurePosting(
  run: Run,
  meilisearch: Meilisearch,
  name: string,
  { files, documents }: Payloads,
): Promise<number> {
  const untilDone = (task: EnqueuedTaskPromise) => untilSucceeded(task, POLL_INTERVAL_MS);
  const index = meilisearch.index(name);
  await untilDone(meilisearch.createIndex(name, { primaryKey: PRIMARY_KEY }));
  let last = index.updateSettings(INDEX_SETTINGS);
  await untilDone(last);

  const startedMs = performance.now();
  for (const file of files) {
    last = index.addDocumentsFromString(await readFile(file, 'utf8'), 'application/x-ndjson');
    await last;
    run.stopping.throwIfAborted();
  }
  await untilDone(last);
  const perSecond = (documents / (performance.now() - startedMs)) * 1000;
  const { numberOfDocuments } = await index.getStats();
  if (numberOfDocuments !== documents) throw new Error(`the floor has ${numberOfDocuments} of ${documents} documents`);
  run.say(`Posted ready documents: ${perSecond.toFixed(0)} a second`);
  await untilDone(meilisearch.deleteIndex(name));
  return perSecond;
}

interface Payloads {
  readonly files: readonly string[];
  readonly documents: number;
}

/** Writes the products' documents into files that are ready to post, without checkpoints and tombstones. */
async function savePayloads(run: Run, meilisearch: Meilisearch, indexName: string): Promise<Payloads> {
  const folder = await temporaryFolder(run);
  const files: string[] = [];
  let documents = 0;
  for (;;) {
    const query = { filter: PRODUCTS, offset: documents, limit: PAYLOAD_SIZE };
    const { results } = await meilisearch.index(indexName).getDocuments(query);
    if (results.length === 0) return { files, documents };
    documents += results.length;
    const file = join(folder, `${files.length}.ndjson`);
    await writeFile(file, results.map((document) => JSON.stringify(document)).join('\n'));
    files.push(file);
    run.stopping.throwIfAborted();
  }
}
