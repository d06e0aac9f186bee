/**
 * Detects when each fan-out of a queue has visited all of its products. A fan-out that is requested again and again
 * never ends, because it is circular. Its lap ends when it passes its start again.
 *
 * When a queue exceeds its limit, a pass over everything replaces its fan-outs. A lap of the pass then replaces theirs.
 */
import { type FanOut, fanOutKey } from '../../checkpoint/fan-outs.ts';
import { compareIds } from '../../products/id-order.ts';

interface FanOutLaps {
  /** Called with the queue after each chunk. */
  advance(queue: readonly FanOut[]): void;
  areDone(): boolean;
}

interface Lap {
  readonly start: string;
  readonly reached: string;
  readonly hasWrapped: boolean;
}

const ALL = fanOutKey({ kind: 'all', id: '' });

const lapFrom = (after: string): Lap => ({ start: after, reached: after, hasWrapped: false });

/** Starts a lap for every fan-out of the queue. */
export function createFanOutLaps(queue: readonly FanOut[]): FanOutLaps {
  const laps = new Map<string, Lap>(queue.map((fanOut) => [fanOutKey(fanOut), lapFrom(fanOut.after)]));

  return {
    advance(current) {
      const waiting = new Map(current.map((fanOut) => [fanOutKey(fanOut), fanOut.after]));
      const afterOfAll = waiting.get(ALL);
      for (const [key, { start, reached, hasWrapped }] of laps) {
        const after = waiting.get(key);
        const wraps = after !== undefined && compareIds(after, reached) < 0;
        if (after === undefined || ((wraps || hasWrapped) && compareIds(after, start) >= 0)) laps.delete(key);
        else laps.set(key, { start, reached: after, hasWrapped: wraps || hasWrapped });
        if (after === undefined && afterOfAll !== undefined && !laps.has(ALL)) laps.set(ALL, lapFrom(afterOfAll));
      }
    },
    areDone: () => laps.size === 0,
  };
}
