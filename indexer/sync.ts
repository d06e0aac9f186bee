/**
 * Keeps one index true to MongoDB: takes what changed, reads those products again, writes them with the position, waits
 * for the task, and so on. While a task runs, changes gather; when nothing changes, a piece of the backlog is done.
 *
 * States: following (changes and backlog), idle (nothing to do: the position still moves now and then, so that it never
 * falls out of the oplog), paused (between two writes, until resumed), ended (its signal, or a fault that it throws).
 */
import type { Logger } from '../src/platform/logger.ts';
import { merchantFilter, quoted } from '../src/search/filter.ts';
import { indexKey, type SearchDocument } from '../src/search/index-document.ts';
import type { ChangeFeed, Gathered } from './change-feed.ts';
import type { DeadLetters, Refusal } from './dead-letters.ts';
import type { IndexClient } from './index-client.ts';
import { addToBacklog, type BacklogItem, type Position, tokenText, tokenTimeMs } from './position.ts';
import type { ProductReader } from './product-reader.ts';
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
  readonly reader: ProductReader;
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
  const progress = { events: 0, written: 0, deleted: 0, backlogDone: 0, setAside: 0 };

  const isCaughtUp = () => position.backlog.length === 0 && writingSinceMs === null && feed.lagMs() === 0;

  async function flush(gathered: Gathered, wanted: readonly Repair[]): Promise<void> {
    progress.events += gathered.events;
    if (gathered.everything !== null) throw new RebuildNeeded(gathered.everything);
    const added = gathered.fanOuts.map(({ kind, id }): BacklogItem => ({ kind, id, after: '' }));
    const backlog = addToBacklog(position.backlog, added);
    const piece = await nextPiece(backlog);
    const ids = new Set([...gathered.productIds, ...piece.ids, ...wanted.flatMap(({ productId }) => productId ?? [])]);
    const strayKeys = wanted.flatMap(({ _id, productId }) => (productId === null ? [_id] : []));
    const { documents, goneIds, unreadable } = await reader.read(ids, gathered.clusterTime);
    await setAside(unreadable);
    const next: Position = { ...position, token: gathered.token, backlog: piece.rest };
    const outIds = [...goneIds, ...unreadable.map(({ productId }) => productId)];
    const write = {
      previous: position,
      deletedKeys: [...outIds.map(indexKey), ...strayKeys],
      documents,
      position: next,
    };
    const refused = await writeAround({ index, indexName, write, knownGood, setAside, logger });
    const apart = new Set([...unreadable, ...refused].map(({ productId }) => productId));
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
  async function knownGood(otherThan: readonly SearchDocument[]): Promise<readonly SearchDocument[]> {
    const others = new Set(otherThan.map(({ product_id: id }) => id));
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

  /** The next products of the backlog, from as many items as fit into one piece, and what remains when they are done. */
  async function nextPiece(
    backlog: readonly BacklogItem[],
  ): Promise<{ ids: readonly string[]; rest: readonly BacklogItem[] }> {
    const ids: string[] = [];
    const rest = [...backlog];
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      const strays = item.kind === 'collection' && item.after === '' ? await straysOf(item.id, pieceSize) : [];
      ids.push(...strays);
      if (ids.length >= pieceSize) return { ids, rest: [item, ...rest] };
      const limit = pieceSize - ids.length;
      const found = await reader.nextIds(item, limit);
      ids.push(...found);
      if (found.length === limit) return { ids, rest: [{ ...item, after: found.at(-1) ?? item.after }, ...rest] };
    }
    return { ids, rest };
  }

  /**
   * Products that the index has in a collection that is gone or belongs to another merchant now. Memberships may have
   * gone with it, so the index itself tells which they are; once they are written, it no longer does.
   */
  async function straysOf(collectionId: string, limit: number): Promise<readonly string[]> {
    const key = quoted(indexKey(collectionId));
    const named = `(collection_ids = ${key} OR hidden_collection_ids = ${key})`;
    const owner = await reader.merchantOfCollection(collectionId);
    const filter = owner === null ? named : `${named} AND NOT ${merchantFilter(owner)}`;
    return await index.productIds(indexName, filter, limit);
  }

  return {
    async run(signal) {
      while (!signal.aborted) {
        const gathered = await feed.take(position.backlog.length > 0 ? 0 : IDLE_WAIT_MS, signal);
        const moved = tokenText(gathered.token) !== tokenText(position.token);
        const isDue = moved && performance.now() - writtenMs > IDLE_POSITION_MS;
        const wanted = await repairsDue();
        if (gathered.events === 0 && position.backlog.length === 0 && wanted.length === 0 && !isDue) continue;
        writingSinceMs = gathered.oldestMs ?? Date.now();
        await flush(gathered, wanted);
        writingSinceMs = null;
      }
    },
    position: () => position,
    progress: () => ({ ...progress }),
    isCaughtUp,
    hasPassed: (timeMs) => isCaughtUp() || (position.backlog.length === 0 && tokenTimeMs(position.token) > timeMs),
    lagMs: () => (writingSinceMs === null ? feed.lagMs() : Math.max(0, Date.now() - writingSinceMs)),
  };
}
