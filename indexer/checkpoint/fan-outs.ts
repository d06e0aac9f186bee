/**
 * Fan-outs: passes over the products of a collection, of a merchant, or of everything, in the order of their ids.
 *
 * A fan-out is a circle. When it is requested again halfway, the pass goes on to its end, then returns to the beginning and
 * stops where it was when the request came. So a request never throws away progress, and every product is visited after it.
 */

export interface FanOut {
  readonly kind: 'all' | 'collection' | 'merchant';
  /** Of the collection or merchant; empty for `all`. */
  readonly id: string;
  /** The last product id that was visited; empty at the beginning. */
  readonly after: string;
  /** Where this pass ends; null: at the last product. */
  readonly until: string | null;
  /** Where a second pass from the beginning has to end; null when none is needed. */
  readonly wrapAt: string | null;
  /** Write every product, also one whose document did not change. */
  readonly isForced: boolean;
}

const MAX_FAN_OUTS = 1000;

export const newFanOut = (kind: FanOut['kind'], id: string, isForced = false): FanOut => ({
  ...{ kind, id, after: '', until: null, wrapAt: null, isForced },
});

/** Two fan-outs with the same key visit the same products. */
export const fanOutKey = ({ kind, id }: Pick<FanOut, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Adds requests to a queue. More than a thousand fan-outs become one pass over everything. */
export function requestFanOuts(queue: readonly FanOut[], requested: readonly FanOut[]): readonly FanOut[] {
  if (requested.length === 0) return queue;
  const fanOuts = new Map(queue.map((fanOut) => [fanOutKey(fanOut), fanOut]));
  for (const request of requested) {
    const standing = fanOuts.get(fanOutKey(request));
    fanOuts.set(fanOutKey(request), standing === undefined ? request : startOver(standing, request.isForced));
  }
  if (fanOuts.size <= MAX_FAN_OUTS) return [...fanOuts.values()];
  const isForced = [...fanOuts.values()].some((fanOut) => fanOut.isForced);
  const all = fanOuts.get(fanOutKey({ kind: 'all', id: '' }));
  return [all === undefined ? newFanOut('all', '', isForced) : startOver(all, isForced)];
}

/** The same fan-out with a full circle ahead of it, from where it is. */
function startOver(fanOut: FanOut, isForced: boolean): FanOut {
  const wrapAt = fanOut.after === '' ? null : fanOut.after;
  return { ...fanOut, until: null, wrapAt, isForced: fanOut.isForced || isForced };
}

/** The fan-out after a chunk whose last product was `after`; null when its circle is closed. */
export function afterChunk(fanOut: FanOut, after: string, isAtEnd: boolean): FanOut | null {
  if (!isAtEnd) return { ...fanOut, after };
  return fanOut.wrapAt === null ? null : { ...fanOut, after: '', until: fanOut.wrapAt, wrapAt: null };
}
