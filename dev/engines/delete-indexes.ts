/** Removes what a run of the service leaves in Meilisearch. */
import type { Meilisearch } from 'meilisearch';

/**
 * Deletes the indexes whose names begin with `name`: the live index, the previous one, and the rest of an interrupted
 * rebuild.
 */
export async function deleteIndexes(meilisearch: Meilisearch, name: string): Promise<void> {
  const { results } = await meilisearch.getRawIndexes({ limit: 10_000 });
  const names = results.map(({ uid }) => uid).filter((uid) => uid.startsWith(name));
  await Promise.all(names.map((uid) => meilisearch.deleteIndexIfExists(uid)));
}
