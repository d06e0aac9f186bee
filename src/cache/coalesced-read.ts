/**
 * Coalesces reads without caching their results. Each key has one read at a time, and no request gets the result of a
 * read that began before the request. Requests that come during a read share the next one.
 */

interface InFlight<T> {
  readonly current: Promise<T>;
  /** The read after `current`, for requests that came after `current` began. */
  next: Promise<T> | undefined;
}

/** Resolves to the result of `load` for the key, and throws what `load` throws. Keys with equal names are equal. */
export function createCoalescedRead<K, T>(
  load: (key: K) => Promise<T>,
  nameOf: (key: K) => string = JSON.stringify,
): (key: K) => Promise<T> {
  const inFlight = new Map<string, InFlight<T>>();

  function begin(name: string, key: K): Promise<T> {
    const read: InFlight<T> = {
      current: load(key).finally(() => {
        if (read.next === undefined) inFlight.delete(name);
      }),
      next: undefined,
    };
    inFlight.set(name, read);
    return read.current;
  }

  return (key) => {
    const name = nameOf(key);
    const read = inFlight.get(name);
    if (read === undefined) return begin(name, key);
    const again = () => begin(name, key);
    read.next ??= read.current.then(again, again);
    return read.next;
  };
}
