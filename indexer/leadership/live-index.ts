/**
 * The live index as its leader follows it: taken over where it was left, gone back with where an earlier leader wrote after
 * its end, and given up where the stream can no longer be followed from its position.
 */

import { tokenText, tokenTimeMs } from '../../src/platform/resume-token.ts';
import { addToBacklog, type Position } from '../checkpoint/checkpoint.ts';
import { SCHEMA } from '../checkpoint/schema-version.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexClient } from '../engine/index-client.ts';
import { IndexChanged } from '../engine/index-errors.ts';
import { isOpen } from '../operations/requests.ts';
import { type Followed, follow } from '../pipeline/follow.ts';
import { RebuildNeeded, type Sync } from '../pipeline/pipeline.ts';
import { unfinished } from '../rebuild/rebuild.ts';
import { LostPosition } from '../source/lost-position.ts';
import { isSameSource, sourceOf } from '../source/source-identity.ts';
import type { LeaderOptions } from './leader.ts';
import type { Lease } from './lease.ts';

/** The position is lost and the operator wants to decide: the process ends with this. */
export class StoppedByPolicy extends Error {
  override readonly name = 'StoppedByPolicy';
  constructor(reason: string) {
    super(
      `The index cannot be followed any more: ${reason}. It goes on serving what it holds, but changes are missing. ` +
        'ON_LOST_POSITION=stop leaves the decision to you: run `reindex`, or set ON_LOST_POSITION=rebuild.',
    );
  }
}

/** What resolves to a text resolves to why the index must be built anew, or to null. */
export interface LiveIndex {
  /** Follows the index where it can be followed. Throws StoppedByPolicy, or what the engines throw. */
  takeOver(source: string): Promise<string | null>;
  /** Follows from there. Throws LostPosition, IndexChanged, or what the engines throw. */
  follow(position: Position): Promise<void>;
  /** Whether following it has ended by itself: then `failure` is to be asked. */
  hasFailed(): boolean;
  /** Why it can no longer be followed as it is. Throws StoppedByPolicy, and any other failure. */
  failure(): Promise<string | null>;
  /**
   * Goes back where an earlier leader has written since. Throws IndexChanged when the position is gone or older than it
   * was: then what else is missing is not known.
   */
  watchForStrangers(): Promise<string | null>;
  /** Looks now and then whether MongoDB is still the same. Throws StoppedByPolicy, or what MongoDB throws. */
  watchForAnotherSource(): Promise<string | null>;
  /** Null while it is not followed. */
  sync(): Sync | null;
  /** Of the index that was followed last; 0 where there was none. */
  generation(): number;
  stop(): Promise<void>;
}

export interface LiveIndexOptions extends LeaderOptions {
  readonly index: IndexClient;
  readonly reader: ProductLoader;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}

const PIECE_SIZE = 500;
const SOURCE_EVERY_MS = 10_000;
/** At least so often, since an engine that came back with other data may number its tasks as before. */
const STRANGERS_EVERY_MS = 10_000;
const ANOTHER_SOURCE = 'the index was made from another database, or from a copy of it';

export function createLiveIndex(options: LiveIndexOptions): LiveIndex {
  const { indexName, index, lease, logger, requests } = options;
  const { epoch } = lease;
  let live: Followed | null = null;
  let generation = 0;
  /** Where this leader began to follow the index; null before that. */
  let takenOver: Position | null = null;
  let sourceSeenMs = performance.now();
  /** The newest task of the engine when strangers were last looked for: none wrote while it is still the newest. */
  let seenTask: number | null = null;
  let strangersSeenMs = Number.NEGATIVE_INFINITY;

  async function stop(): Promise<void> {
    await live?.stop();
    live = null;
  }

  async function followFrom(position: Position): Promise<void> {
    generation = position.generation;
    live = await follow({ ...options, position, epoch, pieceSize: PIECE_SIZE, liveLagMs: null });
    takenOver ??= position;
    logger.info({ index: indexName, since: new Date(tokenTimeMs(position.token)) }, 'following');
  }

  /** The index can serve but not be followed. Resolves to the reason; throws where the operator wants to decide. */
  async function lost(reason: string): Promise<string> {
    if (options.onLostPosition === 'stop' && !isOpen(await requests.current())) throw new StoppedByPolicy(reason);
    return reason;
  }

  async function followOrLost(position: Position): Promise<string | null> {
    try {
      await followFrom(position);
      return null;
    } catch (error) {
      if (error instanceof LostPosition) return await lost(error.message);
      throw error;
    }
  }

  return {
    follow: followFrom,
    stop,
    sync: () => live?.sync ?? null,
    generation: () => generation,

    async takeOver(source) {
      if (!(await index.exists(indexName))) return 'there is no index yet';
      const { position } = await index.readPosition(indexName);
      if (position === null)
        return await lost('the index holds no position: it was not made by this indexer, or emptied');
      generation = position.generation;
      if (!isSameSource(position.source, source)) return await lost(ANOTHER_SOURCE);
      const reason = await followOrLost({ ...position, source });
      if (reason !== null) return reason;
      if (position.schema !== SCHEMA) return 'the settings or the mapping changed';
      const left = await unfinished({ ...options, source, liveGeneration: generation });
      return left === null ? null : 'a rebuild was interrupted';
    },

    // The driver goes on with a stream by itself, whoever answers at the address.
    async watchForAnotherSource() {
      if (live === null || performance.now() - sourceSeenMs < SOURCE_EVERY_MS) return null;
      sourceSeenMs = performance.now();
      const source = await sourceOf(options.database);
      return isSameSource(live.sync.position().source, source) ? null : await lost(ANOTHER_SOURCE);
    },

    hasFailed: () => live?.failure() !== undefined,

    async failure() {
      const failure = live?.failure();
      if (failure === undefined) return null;
      await stop();
      if (failure instanceof LostPosition) return await lost(failure.message);
      if (failure instanceof RebuildNeeded) return failure.message;
      throw failure;
    },

    // What a leader that did not know its end wrote may be old. Its documents tell where to go back to; a deletion can be of
    // no time before this leader came, as it waited for all that was sent till then.
    async watchForStrangers() {
      if (live === null) return null;
      const newestTask = await index.newestTask();
      if (newestTask === seenTask && performance.now() - strangersSeenMs < STRANGERS_EVERY_MS) return null;
      const wasDeletedFrom = (await index.strangeDeletions()).has(indexName);
      const known = live.sync.position();
      const { position, epochs } = await index.readPosition(indexName);
      const strangers = epochs.filter((other) => other !== epoch);
      if (position === null || !epochs.includes(epoch)) throw new IndexChanged(indexName);
      if (strangers.length === 0 && tokenText(position.token) < tokenText(known.token))
        throw new IndexChanged(indexName);
      seenTask = newestTask;
      strangersSeenMs = performance.now();
      if (strangers.length === 0 && !wasDeletedFrom) return null;
      logger.warn(
        { epochs: strangers, wasDeletedFrom },
        'an earlier leader wrote after its lease had ended: going back',
      );
      await stop();
      if (!wasDeletedFrom || takenOver === null) return await followOrLost(position);
      await index.waitForQueue();
      const backlog = addToBacklog(position.backlog, takenOver.backlog);
      return await followOrLost({ ...position, token: takenOver.token, backlog });
    },
  };
}
