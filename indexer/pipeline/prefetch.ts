/**
 * Takes changes that wait and reads their products while the engine works on the write before, so that neither waits for the
 * other. Only many: each write has a price of its own, so few changes do better to wait for those that come meanwhile.
 *
 * What was read ahead may change before it is written. Then an event of it comes, and a later write brings it as it is then.
 */

import type { Position } from '../checkpoint/checkpoint.ts';
import type { Repair } from '../operations/repairs.ts';
import { AT_ONCE, type ChangeFeed } from '../source/change-stream.ts';
import type { ChangeTimes } from '../source/pending-changes.ts';
import { backlogAfter, type Flush, type Ingredients, type PreparedFlush } from './batch.ts';
import { asksIndex } from './fan-out-queue.ts';

export interface ReadAhead extends Ingredients {
  /** Null where they can be read only when the write before is done. */
  readonly prepared?: Promise<PreparedFlush> | null;
}

export interface ChangesAhead {
  /** Begins to read what comes after a write that is about to be sent, where much waits. Throws as `ChangeFeed.take`, or what the driver throws. */
  begin(write: Pick<Flush, 'next' | 'wanted'>): Promise<void>;
  /** What was taken, once. */
  take(): ReadAhead | null;
  /** When the oldest change of it happened; null where nothing was taken. */
  times(): ChangeTimes | null;
  /** Resolves when nothing is read any more. */
  close(): Promise<void>;
}

interface ChangesAheadOptions {
  readonly feed: ChangeFeed;
  /** They do not wait until the changes become fewer. */
  readonly repairsDue: () => Promise<readonly Repair[]>;
  readonly prepare: (reached: Position, ingredients: Ingredients) => Promise<PreparedFlush>;
}

/** Enough for the engine to work at its full speed. */
const MANY = 2000;

export function createChangesAhead({ feed, repairsDue, prepare }: ChangesAheadOptions): ChangesAhead {
  let ahead: ReadAhead | null = null;

  return {
    async begin({ next: reached, wanted: inWork }) {
      if (feed.waiting() < MANY) return;
      const wanted = (await repairsDue()).filter(({ _id }) => !inWork.some((repair) => repair._id === _id));
      const gathered = await feed.take(AT_ONCE, AbortSignal.abort());
      const ingredients = { gathered, wanted };
      const isReadable = gathered.everything === null && !asksIndex(backlogAfter(reached, gathered));
      const prepared = isReadable ? prepare(reached, ingredients) : null;
      // It is thrown where it is waited for.
      prepared?.catch(() => undefined);
      ahead = { ...ingredients, prepared };
    },
    take() {
      const taken = ahead;
      ahead = null;
      return taken;
    },
    times: () => ahead?.gathered ?? null,
    async close() {
      await ahead?.prepared?.catch(() => undefined);
    },
  };
}
