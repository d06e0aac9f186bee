/** The names of the indexes beside the live one. */

/**
 * The index that a leader builds. It carries the leader's epoch, and a successor renames it, so a late swap or deletion by a
 * deposed leader finds nothing.
 */
export const rebuildName = (indexName: string, epoch: number): string => `${indexName}_rebuild_${epoch}`;

/** The index that was live before the last swap. */
export const previousName = (indexName: string): string => `${indexName}_previous`;

/** Tells the names of rebuilds, whoever began them. */
export const isRebuildOf =
  (indexName: string) =>
  (name: string): boolean =>
    name.startsWith(`${indexName}_rebuild`) && /^(?:_\d+)?$/.test(name.slice(`${indexName}_rebuild`.length));

/** The epoch in the name of a rebuild; 0 in the name that rebuilds had before they carried one. */
export const epochOfRebuild = (name: string): number => Number(/_(\d+)$/.exec(name)?.[1] ?? 0);

/** Under this name the dead letters of a rebuild stand, whoever goes on with it. */
export const rebuildLetters = (indexName: string): string => `${indexName}_rebuild`;
