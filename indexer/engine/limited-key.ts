/**
 * Detects a key that is limited to some indexes. Meilisearch hides tasks that don't belong to exactly one index from
 * such a key: swaps, cancelations, and deletions of tasks. The indexer can't wait for the end of a hidden task.
 */
import { randomUUID } from 'node:crypto';
import { isKeyRefused } from '../../src/engines/meilisearch.ts';
import type { IndexStates } from './index-state.ts';

/** Why an indexer with such a key stands by, and what to do. */
export const KEY_LIMITED =
  'MEILISEARCH_API_KEY is limited to some indexes, so Meilisearch hides swaps and other tasks from it: ' +
  'create a key for all indexes ("indexes": ["*"]) as in docs/operations.md#keys';

/**
 * Resolves to whether the key gives access to the index, existing or not, but not to one of another name. Throws the
 * engine's error if it rejects the key for this index, too.
 */
export async function isKeyLimited(index: IndexStates, indexName: string): Promise<boolean> {
  await index.exists(indexName);
  // No pattern of a key matches both names, except for `*`: their first characters differ.
  const other = `${indexName.startsWith('_') ? '-' : '_'}${randomUUID()}`;
  try {
    await index.exists(other);
    return false;
  } catch (error) {
    if (isKeyRefused(error)) return true;
    throw error;
  }
}
