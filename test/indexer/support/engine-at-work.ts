/** Fills the engine's queue, so that later tasks have to wait. */
import type { TestService } from '../../support/service.ts';
import { done } from './steps.ts';

const INDEXES = 8;
const DOCUMENTS = 3000;
const WORDS = 100;

/**
 * Sends a large batch to each of several indexes, because the engine merges batches of one index. Resolves to a
 * cleanup.
 */
export async function fillQueue({ meilisearch, indexName }: TestService): Promise<() => Promise<void>> {
  const documents = Array.from({ length: DOCUMENTS }, (_, id) => ({
    id,
    text: Array.from({ length: WORDS }, (_, at) => `w${(id * WORDS + at) % 9973}`).join(' '),
  }));
  const names = Array.from({ length: INDEXES }, (_, number) => `${indexName}_work_${number}`);
  const uids: number[] = [];
  for (const name of names) uids.push((await meilisearch.index(name).addDocuments(documents)).taskUid);
  return async () => {
    await done(meilisearch.tasks.cancelTasks({ uids }));
    await Promise.all(names.map((name) => meilisearch.deleteIndexIfExists(name)));
  };
}
