/** A small memory in front of a read that many requests repeat: bounded, short-lived, one read at a time for a key. */
import { LRUCache } from 'lru-cache';

interface LookupOptions<K, T> {
  readonly load: (key: K) => Promise<T>;
  readonly maxEntries: number;
  /** How old an answer may be, given how long the read took. */
  readonly ttlMs: (tookMs: number, key: K) => number;
}

export interface Lookup<K, T> {
  (key: K): Promise<T>;
  /** What is in memory for the key and not too old; undefined where there is none. */
  remembered(key: K): T | undefined;
}

/**
 * Returns a function that resolves to what `load` gives for the key, and throws what it throws; failures are not kept.
 * Keys are equal when their JSON is.
 */
export function createLookup<K, T>({ load, maxEntries, ttlMs }: LookupOptions<K, T>): Lookup<K, T> {
  const cache = new LRUCache<string, { readonly value: T }, { readonly key: K }>({
    maxSize: maxEntries,
    sizeCalculation: () => 1,
    ttl: 1,
    fetchMethod: async (_json, _stale, { options, context: { key } }) => {
      const startedMs = performance.now();
      const value = await load(key);
      // An answer is as old as its beginning: a write that came during the read may be missing from it.
      const tookMs = performance.now() - startedMs;
      options.ttl = Math.max(1, ttlMs(tookMs, key) - tookMs);
      return { value };
    },
  });
  async function find(key: K): Promise<T> {
    const entry = await cache.fetch(JSON.stringify(key), { context: { key } });
    if (entry === undefined) throw new Error('a lookup gave nothing');
    return entry.value;
  }
  return Object.assign(find, { remembered: (key: K) => cache.get(JSON.stringify(key))?.value });
}
