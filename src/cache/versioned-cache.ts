/**
 * Caches values that are read from MongoDB, in bounded memory, until the change stream invalidates them.
 *
 * Each value is cached under the latest version from before its read (`versions.ts`). It is fresh until something that
 * it depends on has a higher version. A value that is invalidated while it loads is never cached. While the stream is
 * disconnected, nothing is served from the cache: each request waits for a read that began after the request.
 */
import { LRUCache } from 'lru-cache';
import { textBytes } from '../runtime/text-size.ts';
import { createCoalescedRead } from './coalesced-read.ts';
import type { Versions } from './versions.ts';

/** Keys with the same JSON are equal. */
interface VersionedCache<K, T> {
  /**
   * The cached value, else the result of a `load`. Each key has one load at a time: a request that comes during a load
   * then gets the loaded value if it is still fresh, else it shares the next load. Throws what `load` throws; failures
   * aren't cached.
   */
  get(key: K, load: () => Promise<T>): Promise<T>;
  /**
   * The values of the keys, in order. `load` reads those that aren't cached, in one call, and resolves to them in their
   * order. Throws what `load` throws.
   */
  getMany(keys: readonly K[], load: (missing: readonly K[]) => Promise<readonly T[]>): Promise<T[]>;
}

export interface VersionedCacheOptions<K, T> {
  readonly versions: Pick<Versions, 'latest'>;
  /** For all entries together; 0 disables the cache. */
  readonly maxBytes: number;
  /** For a single entry. Default: `maxBytes`. */
  readonly maxEntryBytes?: number;
  /** Default: the size of its JSON. */
  readonly sizeOf?: (value: T) => number;
  /** The version of what a value depends on. Null while the stream is disconnected. */
  readonly versionOf: (key: K, value: T) => number | null;
}

interface Entry<T> {
  readonly value: T;
  /** The latest version before the read. */
  readonly version: number;
}

/** The overhead of an entry beside its key and value. */
const ENTRY_BYTES = 150;

const sizeOfJson = (value: unknown): number => textBytes(JSON.stringify(value));

export function createVersionedCache<K, T>(options: VersionedCacheOptions<K, T>): VersionedCache<K, T> {
  const { versions, maxBytes, maxEntryBytes, sizeOf = sizeOfJson, versionOf } = options;
  if (maxBytes === 0)
    return {
      get: (_key, load) => load(),
      getMany: async (keys, load) => (keys.length === 0 ? [] : [...(await load(keys))]),
    };

  const entries = new LRUCache<string, Entry<T>>({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes ?? maxBytes,
    sizeCalculation: ({ value }, key) => ENTRY_BYTES + textBytes(key) + Math.ceil(sizeOf(value)),
  });
  const readCoalesced = createCoalescedRead<T>();

  function isFresh(key: K, { value, version }: Entry<T>): boolean {
    const current = versionOf(key, value);
    return current !== null && current <= version;
  }

  /**
   * `version`: the latest one before the read; null if the stream was disconnected. Don't cache a value that was
   * invalidated while it was loaded: it could replace a newer one.
   */
  function put(key: K, value: T, version: number | null): void {
    if (version !== null && isFresh(key, { value, version })) entries.set(JSON.stringify(key), { value, version });
  }

  /** The cached value, if it is fresh. */
  function peek(key: K): T | undefined {
    const entry = entries.get(JSON.stringify(key));
    return entry !== undefined && isFresh(key, entry) ? entry.value : undefined;
  }

  async function peekOrLoad(key: K, load: () => Promise<T>): Promise<T> {
    // A request that waited for another one's read finds its value here, unless a write has invalidated it.
    const cached = peek(key);
    if (cached !== undefined) return cached;
    const version = versions.latest();
    const value = await load();
    put(key, value, version);
    return value;
  }

  function get(key: K, load: () => Promise<T>): Promise<T> {
    const cached = peek(key);
    if (cached !== undefined) return Promise.resolve(cached);
    return readCoalesced(JSON.stringify(key), () => peekOrLoad(key, load));
  }

  async function getMany(keys: readonly K[], load: (missing: readonly K[]) => Promise<readonly T[]>): Promise<T[]> {
    const cached = keys.map(peek);
    const missing = keys.filter((_key, index) => cached[index] === undefined);
    if (missing.length === 0) return cached as T[];
    const version = versions.latest();
    const loaded = await load(missing);
    for (const [index, key] of missing.entries()) put(key, loaded[index] as T, version);
    const values = loaded.values();
    return cached.map((value) => (value === undefined ? (values.next().value as T) : value));
  }

  return { get, getMany };
}
