/**
 * Lists of searches under labels. They go to the engine as one list, and their results come back under the same labels.
 */

export type Labelled<L extends string, T> = Readonly<Record<L, readonly T[]>>;

/** The items of all lists, in the order of the labels. */
export const inOneList = <L extends string, T>(lists: Labelled<L, T>): readonly T[] =>
  Object.values<readonly T[]>(lists).flat();

/** Results for the items of `inOneList`, under the labels of the items. */
export function underLabels<L extends string, T>(results: readonly T[], lists: Labelled<L, unknown>): Labelled<L, T> {
  const rest = [...results];
  return mapLists(lists, (list) => rest.splice(0, list.length));
}

/** Changes each list, and keeps the labels. */
export const mapLists = <L extends string, T, U>(
  lists: Labelled<L, T>,
  change: (list: readonly T[], label: L) => readonly U[],
): Labelled<L, U> =>
  Object.fromEntries(
    Object.entries<readonly T[]>(lists).map(([label, list]) => [label, change(list, label as L)]),
  ) as Labelled<L, U>;
