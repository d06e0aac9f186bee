/** The names of the indexes beside the live one. */

/**
 * The name of the index that a leader builds. It contains the leader's epoch, and the next leader renames the index, so
 * a late swap or deletion by a deposed leader finds no index.
 */
export const rebuildName = (indexName: string, epoch: number): string => `${indexName}_rebuild_${epoch}`;

/** The name of the index that was live before the last swap. */
export const previousName = (indexName: string): string => `${indexName}_previous`;

/** Returns a predicate for the names of rebuilds by any leader. */
export const isRebuildOf =
  (indexName: string) =>
  (name: string): boolean =>
    name.startsWith(`${indexName}_rebuild_`) && /^\d+$/.test(name.slice(`${indexName}_rebuild_`.length));

/** Returns the epoch in the name of a rebuild. */
export const epochOfRebuild = (name: string): number => Number(name.slice(name.lastIndexOf('_') + 1));

/** The name under which the dead letters of a rebuild are stored, whichever leader continues the rebuild. */
export const rebuildDeadLetters = (indexName: string): string => `${indexName}_rebuild`;
