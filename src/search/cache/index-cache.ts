/**
 * Caches results of the engine in bounded memory. A value is cached under an index version that was read before its
 * search, and served while the engine reports that version.
 */
import { LRUCache } from 'lru-cache';
import { textBytes } from '../../runtime/text-size.ts';
import type { IndexVersion } from './index-version.ts';

interface IndexCache<V> {
  /**
   * Resolves to the values of these keys, in order. Calls `load` once with the positions of the keys that have no valid
   * value; it resolves to their values, in the same order. Throws what `load` throws.
   */
  getMany(
    keys: readonly string[],
    load: (positions: readonly number[]) => Promise<readonly V[]>,
  ): Promise<readonly V[]>;
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

export function createIndexCache<V>(options: IndexCacheOptions<V>): IndexCache<V> {
  const { maxBytes, sizeOf, isCacheable, version } = options;
  if (maxBytes === 0) return { getMany: (keys, load) => load([...keys.keys()]) };
  const entries = new LRUCache<string, Entry<V>>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => textBytes(key) + sizeOf(value),
  });
  return {
    async getMany(keys, load) {
      if (keys.length === 0) return [];
      const cached = keys.map((key) => entries.get(key));
      // If no key is cached, don't wait for the version: an older one is valid if the index still has it later.
      const before = cached.every((entry) => entry === undefined) ? version.latest() : await version.read();
      if (before === null) void version.read();
      const missing = [...keys.keys()].filter((at) => cached[at] === undefined || cached[at].version !== before);
      const loaded = missing.length === 0 ? [] : await load(missing);
      const values = cached.map((entry) => entry?.value);
      for (const [index, at] of missing.entries()) {
        const value = loaded[index] as V;
        values[at] = value;
        if (before !== null && isCacheable(value)) entries.set(keys[at] as string, { version: before, value });
      }
      return values as V[];
    },
  };
}
