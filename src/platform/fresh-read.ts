/**
 * Shares reads without keeping them: one at a time for a key, and none that began before it was asked for. Whoever comes
 * while one is under way waits for the next, together with all others who came meanwhile.
 */

interface Turn<T> {
  readonly now: Promise<T>;
  /** Begins when this one is over; for those who came since it began. */
  next: Promise<T> | undefined;
}

/** Resolves to what `load` gives for the key, and throws what it throws. Keys are equal when their JSON is. */
export function createFreshRead<K, T>(load: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const turns = new Map<string, Turn<T>>();

  function begin(name: string, key: K): Promise<T> {
    const turn: Turn<T> = {
      now: load(key).finally(() => {
        if (turn.next === undefined) turns.delete(name);
      }),
      next: undefined,
    };
    turns.set(name, turn);
    return turn.now;
  }

  return (key) => {
    const name = JSON.stringify(key);
    const turn = turns.get(name);
    if (turn === undefined) return begin(name, key);
    const again = () => begin(name, key);
    turn.next ??= turn.now.then(again, again);
    return turn.next;
  };
}
