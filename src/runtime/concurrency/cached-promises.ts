/** Caches what an asynchronous function loads for each of a few arguments. */

/** Returns a function that loads each key once. Nothing is evicted. Failures aren't cached. */
export function cachedPromises<K, V>(load: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const cache = new Map<K, Promise<V>>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const loading = load(key);
    cache.set(key, loading);
    loading.catch(() => cache.delete(key));
    return loading;
  };
}
