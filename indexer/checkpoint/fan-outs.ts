/**
 * Fan-outs: passes over the products of a collection, of a merchant, or of the whole database, in the order of product
 * ids.
 *
 * A fan-out is circular. When it is requested again halfway, the pass continues to its end, restarts at the beginning,
 * and stops at the id where the request found it. So a request never discards progress, and the fan-out still visits
 * every product after the request.
 */

export interface FanOut {
  readonly kind: 'all' | 'collection' | 'merchant';
  /** The id of the collection or merchant; empty for `all`. */
  readonly id: string;
  /** The last product id that was visited; empty at the beginning. */
  readonly after: string;
  /** The last product id of this pass; null for no limit. */
  readonly until: string | null;
  /** The last product id of a second pass; null when no second pass is needed. */
  readonly wrapAt: string | null;
  /** Also write products whose documents did not change. */
  readonly isForced: boolean;
}

const MAX_FAN_OUTS = 1000;

/** Returns a fan-out at its beginning. `isForced`: also write products whose documents did not change. */
export const newFanOut = (kind: FanOut['kind'], id: string, isForced = false): FanOut => ({
  kind,
  id,
  after: '',
  until: null,
  wrapAt: null,
  isForced,
});

/** Two fan-outs with the same key visit the same products. */
export const fanOutKey = ({ kind, id }: Pick<FanOut, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Adds requests to a queue. When the queue exceeds 1,000 fan-outs, it becomes one pass over everything. */
export function requestFanOuts(queue: readonly FanOut[], requested: readonly FanOut[]): readonly FanOut[] {
  if (requested.length === 0) return queue;
  const fanOuts = new Map(queue.map((fanOut) => [fanOutKey(fanOut), fanOut]));
  for (const request of requested) {
    const existing = fanOuts.get(fanOutKey(request));
    fanOuts.set(fanOutKey(request), existing === undefined ? request : restart(existing, request.isForced));
  }
  if (fanOuts.size <= MAX_FAN_OUTS) return [...fanOuts.values()];
  const isForced = [...fanOuts.values()].some((fanOut) => fanOut.isForced);
  const all = fanOuts.get(fanOutKey({ kind: 'all', id: '' }));
  return [all === undefined ? newFanOut('all', '', isForced) : restart(all, isForced)];
}

/** Returns the fan-out with a full circle ahead of it, starting from where it is. */
function restart(fanOut: FanOut, isForced: boolean): FanOut {
  const wrapAt = fanOut.after === '' ? null : fanOut.after;
  return { ...fanOut, until: null, wrapAt, isForced: fanOut.isForced || isForced };
}

/** Returns the fan-out after a chunk whose last product is `after`; null when the circle is complete. */
export function afterChunk(fanOut: FanOut, after: string, isAtEnd: boolean): FanOut | null {
  if (!isAtEnd) return { ...fanOut, after };
  return fanOut.wrapAt === null ? null : { ...fanOut, after: '', until: fanOut.wrapAt, wrapAt: null };
}
