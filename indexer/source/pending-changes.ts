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
  readonly relatedChanges: readonly RelatedChange[];
  /** Why the whole index must be rebuilt; null when it need not. */
  readonly rebuildReason: string | null;
  /** A stream that starts after this token reports the events after these changes. */
  readonly token: ResumeToken;
  /** The cluster time of the newest event; null when there is none. */
  readonly clusterTime: Timestamp | null;
  /** The number of events, including those that affect nothing. */
  readonly events: number;
}

/** Changes that are being collected. */
interface Collected {
  readonly productIds: Set<string>;
  /** By `fanOutKey`. */
  readonly relatedChanges: Map<string, RelatedChange>;
  rebuildReason: string | null;
  clusterTime: Timestamp | null;
  oldestArrivedMs: number | null;
  oldestServerMs: number | null;
  events: number;
}

export const noChanges = (): Collected => ({
  productIds: new Set(),
  relatedChanges: new Map(),
  rebuildReason: null,
  clusterTime: null,
  events: 0,
  oldestArrivedMs: null,
  oldestServerMs: null,
});

export function addEvent(changes: Collected, event: ChangeStreamDocument & { readonly wallTime?: Date }): void {
  changes.events += 1;
  changes.clusterTime = event.clusterTime ?? changes.clusterTime;
  changes.oldestArrivedMs ??= performance.now();
  changes.oldestServerMs ??= event.wallTime?.getTime() ?? null;
  const change = changeOf(event);
  if (change === null) return;
  if (change.kind === 'products') for (const id of change.ids) changes.productIds.add(id);
  else if (change.kind === 'source dropped') changes.rebuildReason ??= change.reason;
  else changes.relatedChanges.set(fanOutKey(change), change);
}

/** Returns the number of pending products and related changes. */
export const sizeOf = ({ productIds, relatedChanges }: Collected): number => productIds.size + relatedChanges.size;
