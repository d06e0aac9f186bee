/** A queue in which tenants take turns, however many items each of them has in it. */

export interface FairQueue<T> {
  /** How many items are in the queue, for all tenants together. */
  size(): number;
  sizeOf(tenant: string): number;
  add(tenant: string, item: T): void;
  remove(tenant: string, item: T): void;
  /**
   * Removes and returns the oldest item of the first tenant that `mayTake` accepts. This tenant then waits behind the
   * others.
   */
  takeNext(mayTake: (tenant: string) => boolean): { readonly tenant: string; readonly item: T } | null;
}

export function createFairQueue<T>(): FairQueue<T> {
  /** By tenant, in the order of their turns. No list is empty. */
  const queues = new Map<string, T[]>();
  let size = 0;

  function remove(tenant: string, item: T): void {
    const items = queues.get(tenant) ?? [];
    items.splice(items.indexOf(item), 1);
    if (items.length === 0) queues.delete(tenant);
    size -= 1;
  }

  return {
    size: () => size,
    sizeOf: (tenant) => queues.get(tenant)?.length ?? 0,
    remove,

    add(tenant, item) {
      const items = queues.get(tenant) ?? [];
      items.push(item);
      queues.set(tenant, items);
      size += 1;
    },

    takeNext(mayTake) {
      for (const [tenant, items] of queues) {
        const [item] = items;
        if (item === undefined || !mayTake(tenant)) continue;
        remove(tenant, item);
        if (queues.delete(tenant)) queues.set(tenant, items);
        return { tenant, item };
      }
      return null;
    },
  };
}
