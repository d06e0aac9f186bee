/**
 * Writes to an index that is being built, several under way at once: the engine takes together what waits for it, and never
 * waits for the next. They are sent one after the other and the engine does them in that order, so nothing that was read
 * earlier comes after what was read later.
 *
 * None of them brings the position that it leads to, but the one up to which all was confirmed when it was sent: so the
 * index says nothing of itself that is not true, whichever of them fails.
 *
 * States: calm (no change of the live index had to wait lately: as many are under way as make large batches), busy (changes
 * come, and wait in the same queue: fewer are). A change that comes while much is under way has it taken back.
 */
import { pause } from '../../src/platform/retry.ts';
import type { Position } from '../checkpoint/checkpoint.ts';
import type { IndexClient, SentWrite } from '../engine/index-client.ts';
import { TaskFailed } from '../engine/index-errors.ts';
import type { IndexWrite } from '../engine/index-write.ts';

export interface WritesUnderWay<T> {
  /** What was sent last; undefined when nothing is under way. */
  newest(): T | undefined;
  /** The positions that the index may hold beside the one that is confirmed. */
  brought(): readonly Position[];
  /** Throws what `IndexClient.send` throws. */
  send(about: T, write: Pick<IndexWrite, 'deletedKeys' | 'documents'>, confirmed: Position): Promise<void>;
  /** Whether as many are under way as may be. */
  isFull(): boolean;
  /** Resolves when the oldest has succeeded. Throws TaskFailed, also when it was taken back; then it is still among those under way. */
  confirmOldest(): Promise<T>;
  /** Waits until the engine is done with all of them, however they end; resolves to what they were about, oldest first. */
  giveUp(): Promise<readonly T[]>;
  /** Nothing is under way, and the index holds the position that is confirmed. */
  reset(): void;
}

interface WritesUnderWayOptions {
  readonly index: IndexClient;
  readonly indexName: string;
  /** How long a change of the live index has waited: it waits in the engine's queue behind what is under way. */
  readonly liveLagMs: () => number | null;
}

interface Sent<T> extends SentWrite {
  readonly about: T;
  readonly brought: Position;
  /** It was sent when nobody waited. */
  readonly mayBeTakenBack: boolean;
  /** How many were under way with it. */
  readonly together: number;
}

/** How many may be under way, and how long one may take, its time in the queue included. */
const CALM = { first: 12, most: 25, mostMs: 30_000 };
const BUSY = { most: 12, mostMs: 4000 };
const CALM_AFTER_MS = 60_000;
/** The first change of a calm time waits no longer than this, as far as can be told. */
const MOST_WAIT_MS = 4000;
/** While changes wait longer, fewer are sent. One may wait twice: until the write before it is done, and for its own. */
const MOST_LAG_MS = 1500;
/** So long the next one lets changes go first that have waited longer: those that came while the last one was done, too. */
const LET_PASS_MS = 500;
const LET_PASS_LOOK_MS = 20;
const LOOK_MS = 100;

export function createWritesUnderWay<T>(options: WritesUnderWayOptions): WritesUnderWay<T> {
  const { index, indexName, liveLagMs } = options;
  let sent: Sent<T>[] = [];
  let brought: readonly Position[] = [];
  /** Null before the first is sent. */
  let most: number | null = null;
  let changedMs = Number.NEGATIVE_INFINITY;
  let confirmedMs = Number.NEGATIVE_INFINITY;
  /** How long the engine took for each of those that were confirmed last. */
  let eachMs = 0;

  const isCalm = () => performance.now() - changedMs > CALM_AFTER_MS;

  function lookAtLive(): number {
    const lagMs = liveLagMs() ?? 0;
    if (lagMs > 0) changedMs = performance.now();
    return lagMs;
  }

  /** How many may be under way after one that took so long. */
  function mostAfter(before: number, tookMs: number, lagMs: number): number {
    const bounds = isCalm() ? CALM : BUSY;
    if (lagMs > MOST_LAG_MS) return Math.max(1, Math.floor(before / 2));
    return tookMs > bounds.mostMs ? Math.max(1, before - 1) : Math.min(bounds.most, before + 1);
  }

  async function letChangesPass(): Promise<void> {
    const untilMs = performance.now() + LET_PASS_MS;
    while (lookAtLive() > MOST_LAG_MS && performance.now() < untilMs) await pause(LET_PASS_LOOK_MS);
  }

  /** Has everything taken back where a change would wait too long for what was sent when nobody waited. */
  async function makeWay(): Promise<void> {
    const lagMs = lookAtLive();
    const restMs = Math.max(0, sent.length * eachMs - (performance.now() - confirmedMs));
    const waits = lagMs > 0 && lagMs + restMs > MOST_WAIT_MS;
    if (!waits || !sent.some(({ mayBeTakenBack }) => mayBeTakenBack)) return;
    sent = sent.map((write) => ({ ...write, mayBeTakenBack: false }));
    most = 1;
    await index.cancel(sent);
  }

  async function succeeded(write: Sent<T>): Promise<number> {
    const succeeding = write.succeeded();
    const isDone = succeeding.then(() => true);
    while (!(await Promise.race([isDone, pause(LOOK_MS)]))) await makeWay();
    return await succeeding;
  }

  return {
    newest: () => sent.at(-1)?.about,
    brought: () => brought,
    isFull: () => most !== null && sent.length >= most,

    async send(about, write, confirmed) {
      most ??= lookAtLive() === 0 ? CALM.first : 1;
      await letChangesPass();
      const whole = { ...write, previous: confirmed, position: confirmed, orHeld: brought };
      const underWay = await index.send(indexName, whole);
      brought = [...brought, confirmed];
      sent.push({ ...underWay, about, brought: confirmed, mayBeTakenBack: isCalm(), together: sent.length + 1 });
      await makeWay();
    },

    async confirmOldest() {
      const [oldest] = sent;
      if (oldest === undefined) throw new Error('nothing is under way');
      const tookMs = await succeeded(oldest);
      eachMs = tookMs / oldest.together;
      confirmedMs = performance.now();
      const lagMs = lookAtLive();
      most = mostAfter(most ?? 1, tookMs, lagMs);
      sent.shift();
      brought = brought.slice(brought.indexOf(oldest.brought));
      return oldest.about;
    },

    async giveUp() {
      const ended = sent;
      sent = [];
      most = 1;
      for (const write of ended)
        await write.succeeded().catch((error: unknown) => {
          if (!(error instanceof TaskFailed)) throw error;
        });
      return ended.map(({ about }) => about);
    },

    reset() {
      brought = [];
    },
  };
}
