/**
 * Detects when each fan-out of a queue has visited all of its products. A fan-out that is requested again and again
 * never ends, because it is circular. Its lap ends when it passes its start again.
 */
import { type FanOut, fanOutKey } from '../checkpoint/fan-outs.ts';
import { compareIds } from '../products/id-order.ts';

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

/** Starts a lap for every fan-out of the queue. */
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
