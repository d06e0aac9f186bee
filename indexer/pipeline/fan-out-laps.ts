/**
 * Tells when each fan-out of a queue has visited all of its products, also one that never ends because it is requested again
 * and again: such a fan-out goes on in a circle, and its lap is over when it passes the place where it was.
 */
import { type FanOut, fanOutKey } from '../checkpoint/fan-outs.ts';
import { compareIds } from '../documents/id-order.ts';

export interface FanOutLaps {
  /** Called with the queue after each chunk. */
  advance(queue: readonly FanOut[]): void;
  areDone(): boolean;
}

interface Lap {
  readonly start: string;
  readonly reached: string;
  readonly hasWrapped: boolean;
}

/** Every fan-out that waits in this queue begins a lap. */
export function createFanOutLaps(queue: readonly FanOut[]): FanOutLaps {
  const laps = new Map<string, Lap>(
    queue.map((fanOut) => [fanOutKey(fanOut), { start: fanOut.after, reached: fanOut.after, hasWrapped: false }]),
  );

  return {
    advance(current) {
      const waiting = new Map(current.map((fanOut) => [fanOutKey(fanOut), fanOut.after]));
      for (const [key, { start, reached, hasWrapped }] of laps) {
        const after = waiting.get(key);
        const wraps = after !== undefined && compareIds(after, reached) < 0;
        if (after === undefined || ((wraps || hasWrapped) && compareIds(after, start) >= 0)) laps.delete(key);
        else laps.set(key, { start, reached: after, hasWrapped: wraps || hasWrapped });
      }
    },
    areDone: () => laps.size === 0,
  };
}
