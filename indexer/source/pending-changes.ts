/** Changes that gather until somebody takes them, each product once however often it changed. */
import type { ResumeToken, Timestamp } from 'mongodb';
import { type Change, changeOf } from './change-events.ts';

/** What gathered since the last take. `token` covers it: a stream that resumes there gives what comes after. */
export interface Gathered {
  readonly productIds: ReadonlySet<string>;
  readonly fanOuts: readonly Extract<Change, { kind: 'collection' | 'merchant' }>[];
  /** Why everything has to be built anew, or null. */
  readonly everything: string | null;
  readonly token: ResumeToken;
  /** When the oldest event happened, in ms since 1970; null when there was none. */
  readonly oldestMs: number | null;
  /** The newest event's time; null when there was none. */
  readonly clusterTime: Timestamp | null;
  readonly events: number;
}

export function startGathering() {
  const productIds = new Set<string>();
  const fanOuts = new Map<string, Extract<Change, { kind: 'collection' | 'merchant' }>>();
  let everything: string | null = null;
  let clusterTime: Timestamp | null = null;
  let oldest: number | null = null;
  let events = 0;

  return {
    add(event: Parameters<typeof changeOf>[0]): void {
      events += 1;
      clusterTime = event.clusterTime ?? clusterTime;
      oldest ??= clusterTime === null ? Date.now() : clusterTime.getHighBits() * 1000;
      const change = changeOf(event);
      if (change === null) return;
      if (change.kind === 'products') for (const id of change.ids) productIds.add(id);
      else if (change.kind === 'everything') everything ??= change.reason;
      else fanOuts.set(`${change.kind} ${change.id}`, change);
    },
    size: () => productIds.size + fanOuts.size,
    events: () => events,
    isEmpty: () => events === 0,
    oldestMs: () => oldest,
    end(token: ResumeToken): Gathered {
      return { productIds, fanOuts: [...fanOuts.values()], everything, token, oldestMs: oldest, clusterTime, events };
    },
  };
}
