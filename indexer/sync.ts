/**
 * Keeps one index true to MongoDB: takes what changed, reads those products again, writes them with the position, waits
 * for the task, and so on. While a task runs, changes gather; when nothing changes, a piece of the backlog is done.
 *
 * States: following (changes and backlog), idle (nothing to do: the position still moves now and then, so that it never
 * falls out of the oplog), paused (between two writes, until resumed), ended (its signal, or a fault that it throws).
 */
import type { Logger } from '../src/platform/logger.ts';
import { indexKey } from '../src/search/index-document.ts';
import { createBacklogReader } from './backlog.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { DeadLetters, Refusal } from './dead-letters.ts';
import type { Gathered } from './gathering.ts';
import type { IndexClient } from './index-client.ts';
import type { DocumentLine } from './index-write.ts';
import { addToBacklog, type BacklogItem, type Position, tokenText, tokenTimeMs } from './position.ts';
import type { ProductReader } from './product-reader.ts';
import { joined, without } from './reading.ts';
import type { Repair, Repairs } from './repairs.ts';
import { writeAround } from './write-around.ts';

/** Everything has to be built anew: a followed collection was dropped or renamed. */
export class RebuildNeeded extends Error {
  override readonly name = 'RebuildNeeded';
}

export interface SyncProgress {
  /** Taken from the stream; those last taken may still be on their way into the index. */
  readonly events: number;
  readonly written: number;
  readonly deleted: number;
  /** Products of the backlog that were done. */
  readonly backlogDone: number;
  /** Products that went to the dead letters. */
  readonly setAside: number;
}

export interface Sync {
  /** Follows until the signal; then what is in work is finished. Throws RebuildNeeded, LostPosition, or what engines throw. */
  run(signal: AbortSignal): Promise<void>;
  position(): Position;
  progress(): SyncProgress;
  /** No backlog, and nothing that the stream knows of waits. */
  isCaughtUp(): boolean;
  /** No backlog, and all that happened up to this time, in ms since 1970, is in the index. */
  hasPassed(timeMs: number): boolean;
  lagMs(): number | null;
}

interface SyncOptions {
  readonly indexName: string;
  readonly start: Position;
  readonly feed: ChangeFeed;
  readonly reader: ProductReader<DocumentLine>;
  readonly index: IndexClient;
  readonly logger: Logger;
  /** Products of the backlog in one write: what a change waits for at most. */
  readonly pieceSize: number;
  readonly repairs: Repairs | null;
  readonly deadLetters: DeadLetters;
}

const IDLE_WAIT_MS = 1000;
const IDLE_POSITION_MS = 30_000;

/** How many products are tried to learn whether the engine takes what it had taken before. */
const KNOWN_GOOD = 10;

export function createSync(options: SyncOptions): Sync {
  const { indexName, start, feed, reader, index, logger, pieceSize, repairs, deadLetters } = options;
  let position = start;
  /** The time of the oldest event in the write under way; null while nothing is written. */
  let writingSinceMs: number | null = null;
  let writtenMs = performance.now();
  let repairsSeenMs = Number.NEGATIVE_INFINITY;
  const pieces = createBacklogReader({ reader, index, indexName, pieceSize });
  const progress = { events: 0, written: 0, deleted: 0, backlogDone: 0, setAside: 0 };

  const isCaughtUp = () => position.backlog.length === 0 && writingSinceMs === null && feed.isCaughtUp();

  async function flush(gathered: Gathered, wanted: readonly Repair[]): Promise<void> {
    progress.events += gathered.events;
    if (gathered.everything !== null) throw new RebuildNeeded(gathered.everything);
    const added = gathered.fanOuts.map(({ kind, id }): BacklogItem => ({ kind, id, after: '' }));
    const backlog = added.length === 0 ? position.backlog : addToBacklog(position.backlog, added);
    const changedIds = new Set([...gathered.productIds, ...wanted.flatMap(({ productId }) => productId ?? [])]);
    const strayKeys = wanted.flatMap(({ key, productId }) => (productId === null ? [key] : []));
    // The changes first: whatever is read after them is not older than their events either.
    const changed = await reader.read(changedIds, gathered.clusterTime);
    const piece = await pieces.next(backlog);
    const { documents, goneIds, unreadable } = joined(changed, without(piece.reading, changedIds));
    await setAside(unreadable);
    const next: Position = { ...position, token: gathered.token, backlog: piece.rest };
    const outIds = [...goneIds, ...unreadable.map(({ productId }) => productId)];
    const write = {
      previous: position,
      deletedKeys: [...outIds.map(indexKey), ...strayKeys],
      documents,
      position: next,
    };
    pieces.readAhead(piece.rest);
    const refused = await writeAround({ index, indexName, write, knownGood, setAside, logger });
    const apart = new Set([...unreadable, ...refused].map(({ productId }) => productId));
    const ids = new Set([...changedIds, ...piece.ids]);
    await deadLetters.remove({ productIds: [...ids].filter((id) => !apart.has(id)) });
    if (wanted.length > 0) await repairs?.done(wanted);

    position = next;
    writtenMs = performance.now();
    progress.written += documents.length - refused.length;
    progress.setAside += apart.size;
    progress.deleted += goneIds.length;
    progress.backlogDone += piece.ids.length;
    logger.debug(
      { index: indexName, events: gathered.events, written: documents.length, deleted: goneIds.length },
      'written',
    );
  }

  async function setAside(refusals: readonly Refusal[]): Promise<void> {
    for (const { productId, reason } of refusals)
      logger.error({ index: indexName, productId, reason }, 'a product is set apart, as dead-letters list tells');
    await deadLetters.add(refusals);
  }

  /** Some products that the index holds, read again. */
  async function knownGood(otherThan: readonly DocumentLine[]): Promise<readonly DocumentLine[]> {
    const others = new Set(otherThan.map(({ productId }) => productId));
    const ids = await index.productIds(indexName, 'merchant_id EXISTS', others.size + KNOWN_GOOD);
    const known = ids.filter((id) => !others.has(id)).slice(0, KNOWN_GOOD);
    return (await reader.read(known, null)).documents;
  }

  /** Repairs that somebody asked for; looked for once a second. */
  async function repairsDue(): Promise<readonly Repair[]> {
    if (repairs === null || performance.now() - repairsSeenMs < IDLE_WAIT_MS) return [];
    const wanted = await repairs.waiting(pieceSize);
    if (wanted.length < pieceSize) repairsSeenMs = performance.now();
    return wanted;
  }

  async function follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Before a change comes, which then need not wait for this answer.
      const wanted = await repairsDue();
      const hasWork = position.backlog.length > 0 || wanted.length > 0;
      const gathered = await feed.take(hasWork ? 0 : IDLE_WAIT_MS, signal);
      const moved = tokenText(gathered.token) !== tokenText(position.token);
      const isDue = moved && performance.now() - writtenMs > IDLE_POSITION_MS;
      if (gathered.events === 0 && position.backlog.length === 0 && wanted.length === 0 && !isDue) continue;
      writingSinceMs = gathered.oldestMs ?? Date.now();
      await flush(gathered, wanted);
      writingSinceMs = null;
    }
  }

  return {
    run: (signal) => follow(signal).finally(pieces.close),
    position: () => position,
    progress: () => ({ ...progress }),
    isCaughtUp,
    hasPassed: (timeMs) => isCaughtUp() || (position.backlog.length === 0 && tokenTimeMs(position.token) > timeMs),
    lagMs: () => (writingSinceMs === null ? feed.lagMs() : Math.max(0, Date.now() - writingSinceMs)),
  };
}
