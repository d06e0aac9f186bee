/** Long computations leave the event loop to others from time to time. Short ones never wait. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const TURN_MS = 10;

export interface Turns {
  /** Whether the turn has lasted so long that others come first. */
  isOver(): boolean;
  /** Lets other events run, and begins the next turn. Throws the signal's reason if it is aborted meanwhile. */
  next(): Promise<void>;
}

export function createTurns(signal?: AbortSignal): Turns {
  let startedAtMs = performance.now();
  return {
    isOver: () => performance.now() - startedAtMs > TURN_MS,
    async next() {
      await nextTurn();
      signal?.throwIfAborted();
      startedAtMs = performance.now();
    },
  };
}

/** Like `[...items].map(map)`, in turns. Also of a generator, which may take long for each item. */
export async function mapInTurns<T, R>(
  items: Iterable<T>,
  map: (item: T, index: number) => R,
  signal?: AbortSignal,
): Promise<R[]> {
  const turns = createTurns(signal);
  const results: R[] = [];
  for (const item of items) {
    if (turns.isOver()) await turns.next();
    results.push(map(item, results.length));
  }
  return results;
}
