/**
 * Writes to an index that is being built, several under way at once: the engine takes together what waits for it, and never
 * waits for the next. They are sent one after the other and the engine does them in that order, so nothing that was read
 * earlier comes after what was read later.
 *
 * None of them brings the position that it leads to, but the one up to which all was confirmed when it was sent: so the
 * index says nothing of itself that is not true, whichever of them fails.
 */
import type { IndexClient } from './index-client.ts';
import { TaskFailed } from './index-faults.ts';
import type { IndexWrite } from './index-write.ts';
import type { Position } from './position.ts';

export interface WritesUnderWay<T> {
  /** What was sent last; undefined when nothing is under way. */
  newest(): T | undefined;
  /** The positions that the index may hold beside the one that is confirmed. */
  brought(): readonly Position[];
  /** Throws what `IndexClient.send` throws. */
  send(about: T, write: Pick<IndexWrite, 'deletedKeys' | 'documents'>, confirmed: Position): Promise<void>;
  /** Whether as many are under way as may be. */
  isFull(): boolean;
  /** Resolves when the oldest has succeeded. Throws TaskFailed; then it is still among those under way. */
  confirmOldest(): Promise<T>;
  /** Waits until the engine is done with all of them, however they end; resolves to what they were about, oldest first. */
  giveUp(): Promise<readonly T[]>;
  /** Nothing is under way, and the index holds the position that is confirmed. */
  reset(): void;
}

interface WritesUnderWayOptions {
  readonly index: IndexClient;
  readonly indexName: string;
  /** How far the live index is behind: its changes wait in the engine's queue behind what is under way. */
  readonly liveLagMs: () => number | null;
}

const MOST_UNDER_WAY = 12;
/** The first change of a live index that was at rest waits no longer than this. */
const MOST_WAIT_MS = 4000;
/** While it is further behind, fewer are sent. A change may wait twice: until the write before it is done, and for its own. */
const MOST_LAG_MS = 1500;

export function createWritesUnderWay<T>(options: WritesUnderWayOptions): WritesUnderWay<T> {
  const { index, indexName, liveLagMs } = options;
  let sent: { readonly about: T; readonly brought: Position; readonly succeeded: () => Promise<number> }[] = [];
  let brought: readonly Position[] = [];
  let most = 1;

  return {
    newest: () => sent.at(-1)?.about,
    brought: () => brought,
    isFull: () => sent.length >= most,

    async send(about, write, confirmed) {
      const whole = { ...write, previous: confirmed, position: confirmed, orHeld: brought };
      const succeeded = await index.send(indexName, whole);
      brought = [...brought, confirmed];
      sent.push({ about, brought: confirmed, succeeded });
    },

    async confirmOldest() {
      const [oldest] = sent;
      if (oldest === undefined) throw new Error('nothing is under way');
      const waitedMs = await oldest.succeeded();
      if ((liveLagMs() ?? 0) > MOST_LAG_MS) most = Math.max(1, Math.floor(most / 2));
      else most = waitedMs > MOST_WAIT_MS ? Math.max(1, most - 1) : Math.min(MOST_UNDER_WAY, most + 1);
      sent.shift();
      brought = brought.slice(brought.indexOf(oldest.brought));
      return oldest.about;
    },

    async giveUp() {
      const ended = sent;
      sent = [];
      most = 1;
      for (const { succeeded } of ended)
        await succeeded().catch((error: unknown) => {
          if (!(error instanceof TaskFailed)) throw error;
        });
      return ended.map(({ about }) => about);
    },

    reset() {
      brought = [];
    },
  };
}
