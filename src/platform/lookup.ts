/** A small memory in front of a read that many requests repeat: bounded, short-lived, one read at a time for a key. */
import { LRUCache } from 'lru-cache';

interface LookupOptions<T> {
  readonly load: (key: string) => Promise<T>;
  readonly maxEntries: number;
  /** How old an answer may be; a function gets how long the read took, so that dear answers can be kept longer. */
  readonly ttlMs: number | ((tookMs: number) => number);
}

/** Returns a function that resolves to what `load` gives for the key, and throws what it throws; failures are not kept. */
export function createLookup<T>(options: LookupOptions<T>): (key: string) => Promise<T> {
  const { load, ttlMs } = options;
  const cache = new LRUCache<string, { readonly value: T }>({
    max: options.maxEntries,
    ttl: 1,
    fetchMethod: async (key, _stale, context) => {
      const startedMs = performance.now();
      const value = await load(key);
      // An answer is as old as its beginning: a write that came during the read may be missing from it.
      const tookMs = performance.now() - startedMs;
      context.options.ttl = Math.max(1, (typeof ttlMs === 'number' ? ttlMs : ttlMs(tookMs)) - tookMs);
      return { value };
    },
  });
  return async (key) => {
    const entry = await cache.fetch(key);
    if (entry === undefined) throw new Error('a lookup gave nothing');
    return entry.value;
  };
}
