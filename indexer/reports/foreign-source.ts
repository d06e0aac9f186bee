/** Whether the index belongs to the MongoDB that responds. */
import type { IndexerContext } from '../context.ts';
import { createIndexStates } from '../engine/index-state.ts';
import type { RetryWhileDown } from '../engine/retry-while-down.ts';
import { sourceDifference, sourceOf } from '../source/source-identity.ts';

/**
 * Resolves to why the index belongs to another MongoDB, which has other products; to null when it doesn't. Throws what
 * the engines throw.
 */
export async function foreignSource(
  { database, meilisearch, indexName }: Pick<IndexerContext, 'database' | 'meilisearch' | 'indexName'>,
  retry: RetryWhileDown,
): Promise<string | null> {
  const state = await createIndexStates(meilisearch, retry).stateOf(indexName);
  if (state.kind !== 'checkpoint') return null;
  return sourceDifference(state.checkpoint.source, await sourceOf(database));
}
