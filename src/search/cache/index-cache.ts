/**
 * Caches results of the engine in bounded memory. A value is cached under an index version that was read before its
 * search, and served while the engine reports that version.
 */
import { LRUCache } from 'lru-cache';
import { textBytes } from '../../runtime/text-size.ts';
import type { IndexVersion } from './index-version.ts';

/** Keys with the same JSON are equal. */
interface IndexCache<K, V> {
  /**
   * The values of the keys, in order. `load` reads those that have no valid one, in one call, and resolves to them in
   * their order. Throws what `load` throws.
   */
  getMany(keys: readonly K[], load: (missing: readonly K[]) => Promise<readonly V[]>): Promise<readonly V[]>;
}

interface IndexCacheOptions<V> {
  /** 0 disables the cache. */
  readonly maxBytes: number;
  /** The bytes of a value; those of the key are added. */
  readonly sizeOf: (value: V) => number;
  /** Whether a value may be cached. */
  readonly isCacheable: (value: V) => boolean;
  readonly version: IndexVersion;
}

interface Entry<V> {
  readonly version: string;
  readonly value: V;
}

export function createIndexCache<K, V>(options: IndexCacheOptions<V>): IndexCache<K, V> {
  const { maxBytes, sizeOf, isCacheable, version } = options;
  if (maxBytes === 0) return { getMany: (keys, load) => load(keys) };
  const entries = new LRUCache<string, Entry<V>>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => textBytes(key) + sizeOf(value),
  });
  return {
    async getMany(keys, load) {
      if (keys.length === 0) return [];
      const cached = keys.map((key) => entries.get(JSON.stringify(key)));
      // If no key is cached, don't wait for the version: an older one is valid if the index still has it later.
      const before = cached.every((entry) => entry === undefined) ? version.latest() : await version.read();
      if (before === null) void version.read();
      const valid = cached.map((entry) => (entry?.version === before ? entry : undefined));
      const missing = keys.filter((_key, index) => valid[index] === undefined);
      const loaded = missing.length === 0 ? [] : await load(missing);
      for (const [index, key] of missing.entries()) {
        const value = loaded[index] as V;
        if (before !== null && isCacheable(value)) entries.set(JSON.stringify(key), { version: before, value });
      }
      const values = loaded.values();
      return valid.map((entry) => (entry === undefined ? (values.next().value as V) : entry.value));
    },
  };
}
