/** Caches what an asynchronous function loads, by its argument. */

interface PromiseCache<K, V> {
  get(key: K): Promise<V> | undefined;
  set(key: K, loading: Promise<V>): unknown;
  delete(key: K): unknown;
}

/** Returns a function that loads each key once. Without `cache`, nothing is evicted. Failures aren't cached. */
export function cachedPromises<K, V>(
  load: (key: K) => Promise<V>,
  cache: PromiseCache<K, V> = new Map<K, Promise<V>>(),
): (key: K) => Promise<V> {
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const loading = load(key);
    cache.set(key, loading);
    loading.catch(() => cache.delete(key));
    return loading;
  };
}
