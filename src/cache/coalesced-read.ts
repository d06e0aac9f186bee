/**
 * Coalesces reads without caching their results. Each key has one read at a time, and no request gets the result of a
 * read that began before the request. Requests that come during a read share the next one.
 */

interface InFlight<T> {
  readonly current: Promise<T>;
  /** The read after `current`, for requests that came after `current` began. */
  next: Promise<T> | undefined;
}

/** Resolves to the result of `load`, or of that of another request for the key. Throws what that `load` throws. */
type CoalescedRead<T> = (key: string, load: () => Promise<T>) => Promise<T>;

export function createCoalescedRead<T>(): CoalescedRead<T> {
  const inFlight = new Map<string, InFlight<T>>();

  function begin(key: string, load: () => Promise<T>): Promise<T> {
    const read: InFlight<T> = {
      current: load().finally(() => {
        if (read.next === undefined) inFlight.delete(key);
      }),
      next: undefined,
    };
    inFlight.set(key, read);
    return read.current;
  }

  return (key, load) => {
    const read = inFlight.get(key);
    if (read === undefined) return begin(key, load);
    const again = () => begin(key, load);
    read.next ??= read.current.then(again, again);
    return read.next;
  };
}
