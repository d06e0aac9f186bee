/**
 * The products that were loaded since the last request of a fan-out. Each of them has the changes of every pending
 * collection, so a collection's fan-out skips it: a product of many collections that change together is loaded once.
 */
import type { FanOut } from '../../checkpoint/fan-outs.ts';

export interface Visited {
  has(productId: string): boolean;
  /** Adds the products of a batch, in the order in which batches are loaded. `waiting`: the fan-outs after the batch. */
  add(productIds: Iterable<string>, waiting: readonly FanOut[]): void;
  /** Forgets all products: a fan-out is requested, or a write failed. */
  clear(): void;
}

/** Bounds the memory. Products beyond it are loaded for each of their collections. */
const MAX_PRODUCTS = 100_000;

export function createVisited(): Visited {
  const visited = new Set<string>();
  return {
    has: (productId) => visited.has(productId),

    add(productIds, waiting) {
      if (!waiting.some(({ kind }) => kind === 'collection')) return visited.clear();
      for (const id of productIds) if (visited.size < MAX_PRODUCTS) visited.add(id);
    },

    clear: () => visited.clear(),
  };
}
