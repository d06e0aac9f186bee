/** Collects the pending changes of a stream. A product that changes often is pending once. */
import type { ChangeStreamDocument, ResumeToken, Timestamp } from 'mongodb';
import { fanOutKey } from '../checkpoint/fan-outs.ts';
import { changeOf, type RelatedChange } from './change-events.ts';

/** The times of the oldest of a set of changes. */
export interface ChangeTimes {
  /** The `performance.now()` of its arrival in this process; null when there is no change. */
  readonly oldestArrivedMs: number | null;
  /** MongoDB's time of the change, in ms since 1970; null when there is no change, or its event has no time. */
  readonly oldestServerMs: number | null;
}

/** The changes since the last `take`. */
export interface PendingChanges extends ChangeTimes {
  /** The ids of the products to read again. */
  readonly productIds: ReadonlySet<string>;
  /** The collections and merchants whose products to read again. */
  readonly fanOuts: readonly RelatedChange[];
  /** Why the whole index must be rebuilt; null when it need not. */
  readonly everything: string | null;
  /** A stream that starts after this token reports the events after these changes. */
  readonly token: ResumeToken;
  /** The cluster time of the newest event; null when there is none. */
  readonly clusterTime: Timestamp | null;
  /** The number of events. */
  readonly events: number;
}

export interface PendingChangesCollector extends ChangeTimes {
  add(event: ChangeStreamDocument): void;
  /** Returns the changes so far. `token` must cover them. */
  finish(token: ResumeToken): PendingChanges;
  /** The number of pending products and fan-outs. */
  readonly size: number;
  /** The number of added events, including those that affect nothing. */
  readonly events: number;
}

export function createPendingChanges(): PendingChangesCollector {
  const productIds = new Set<string>();
  const fanOuts = new Map<string, RelatedChange>();
  let everything: string | null = null;
  let clusterTime: Timestamp | null = null;
  let oldestArrivedMs: number | null = null;
  let oldestServerMs: number | null = null;
  let events = 0;

  return {
    add(event) {
      events += 1;
      clusterTime = event.clusterTime ?? clusterTime;
      oldestArrivedMs ??= performance.now();
      oldestServerMs ??= serverTimeMs(event);
      const change = changeOf(event);
      if (change === null) return;
      if (change.kind === 'products') for (const id of change.ids) productIds.add(id);
      else if (change.kind === 'everything') everything ??= change.reason;
      else fanOuts.set(fanOutKey(change), change);
    },
    finish: (token) => ({
      ...{ productIds, fanOuts: [...fanOuts.values()], everything, token, clusterTime },
      ...{ oldestArrivedMs, oldestServerMs, events },
    }),
    get size() {
      return productIds.size + fanOuts.size;
    },
    get events() {
      return events;
    },
    get oldestArrivedMs() {
      return oldestArrivedMs;
    },
    get oldestServerMs() {
      return oldestServerMs;
    },
  };
}

/** MongoDB before 6.0 sends no `wallTime`; its cluster time counts whole seconds. */
function serverTimeMs({ wallTime, clusterTime }: ChangeStreamDocument & { wallTime?: Date }): number | null {
  if (wallTime !== undefined) return wallTime.getTime();
  return clusterTime === undefined ? null : clusterTime.getHighBitsUnsigned() * 1000;
}
