/**
 * Shares reads without caching their results: one at a time for a key, and no request gets the result of a read that began before
 * the request came. Requests that come while a read is under way share the next one.
 */

interface Turn<T> {
  readonly current: Promise<T>;
  /** The read after the current one, for requests that came since that began. */
  next: Promise<T> | undefined;
}

/** Resolves to what `load` gives for the key, and throws what it throws. Keys with equal names are equal. */
export function createCoalescedRead<K, T>(
  load: (key: K) => Promise<T>,
  nameOf: (key: K) => string = JSON.stringify,
): (key: K) => Promise<T> {
  const turns = new Map<string, Turn<T>>();

  function begin(name: string, key: K): Promise<T> {
    const turn: Turn<T> = {
      current: load(key).finally(() => {
        if (turn.next === undefined) turns.delete(name);
      }),
      next: undefined,
    };
    turns.set(name, turn);
    return turn.current;
  }

  return (key) => {
    const name = nameOf(key);
    const turn = turns.get(name);
    if (turn === undefined) return begin(name, key);
    const again = () => begin(name, key);
    turn.next ??= turn.current.then(again, again);
    return turn.next;
  };
}
