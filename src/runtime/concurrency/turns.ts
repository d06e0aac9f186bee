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

/** Like `items.map(map)`, in turns. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
  signal?: AbortSignal,
): Promise<R[]> {
  const turns = createTurns(signal);
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (turns.isOver()) await turns.next();
    results.push(map(item, index));
  }
  return results;
}
