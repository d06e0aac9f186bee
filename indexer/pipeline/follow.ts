/**
 * Follows the change stream into one index from the position that the index carries, in the background, until it is
 * stopped or fails. Taking over an index begins by writing its position under this leader's epoch and removing those of
 * earlier leaders, so that a position of another epoch that appears later tells of a leader that did not know its end.
 * Settings that a deploy changed and that need no building anew are applied before that position says so.
 */
import type { Db } from 'mongodb';
import type { Logger } from '../../src/platform/logger.ts';
import { tokenText } from '../../src/platform/resume-token.ts';
import type { Position } from '../checkpoint/checkpoint.ts';
import { SCHEMA, TUNING } from '../checkpoint/schema-version.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexClient } from '../engine/index-client.ts';
import { IndexChanged } from '../engine/index-errors.ts';
import type { Repairs } from '../operations/repairs.ts';
import { openChangeFeed } from '../source/change-stream.ts';
import { createDeadLetters } from './dead-letters.ts';
import { createSync, type Sync } from './pipeline.ts';

export interface Followed {
  readonly indexName: string;
  readonly sync: Sync;
  /** Why following ended by itself; undefined while it goes on. */
  failure(): unknown;
  /** Stops after the write in work. Throws nothing: a failure stays in `failure`. */
  stop(): Promise<void>;
}

interface FollowOptions {
  readonly indexName: string;
  /** From the index, or for a new one from now; its epoch may be an earlier leader's. */
  readonly position: Position;
  readonly epoch: number;
  readonly database: Db;
  readonly reader: ProductLoader;
  readonly index: IndexClient;
  readonly logger: Logger;
  readonly pieceSize: number;
  /** How long changes gather that came while a write was under way. */
  readonly gatherMs: number;
  /**
   * How long a change of the live index has waited while this one is built beside it: then several writes are under way at
   * once. Null for the live one itself, whose writes are sent one at a time.
   */
  readonly liveLagMs: (() => number | null) | null;
  /** Products that somebody wants to be written again; null for an index that is being built. */
  readonly repairs: Repairs | null;
  readonly signal: AbortSignal;
}

/** Resolves when it follows. Throws LostPosition, IndexChanged, or what the engines throw. */
export async function follow(options: FollowOptions): Promise<Followed> {
  const { indexName, epoch, database, reader, index, logger, pieceSize, liveLagMs, gatherMs, repairs } = options;
  // An index of another schema is built anew: until then it stays as it is.
  const tuning = options.position.schema === SCHEMA ? TUNING : options.position.tuning;
  const start: Position = { ...options.position, epoch, tuning };
  const feed = await openChangeFeed({ database, startAfter: start.token, logger });
  const stopping = new AbortController();
  const signal = AbortSignal.any([options.signal, stopping.signal]);
  let failure: unknown;
  let sync: Sync;
  try {
    const { position: standing, epochs } = await index.readPosition(indexName);
    if (standing === null || !epochs.includes(options.position.epoch)) throw new IndexChanged(indexName);
    // An earlier leader's write has come since the caller read it: what that brought has to be gone back to.
    if (tokenText(standing.token) < tokenText(start.token)) throw new IndexChanged(indexName);
    if (tuning !== options.position.tuning) {
      await index.tune(indexName);
      logger.info({ index: indexName }, 'changed settings are applied');
    }
    await index.write(indexName, { previous: null, deletedKeys: [], documents: [], position: start });
    await index.deletePositions(
      indexName,
      epochs.filter((other) => other !== epoch),
    );
    const deadLetters = createDeadLetters(database, indexName);
    const followed = { indexName, start, feed, reader, index, logger };
    sync = createSync({ ...followed, pieceSize, liveLagMs, gatherMs, repairs, deadLetters });
  } catch (error) {
    feed.close();
    throw error;
  }
  const running = sync.run(signal).catch((error: unknown) => {
    failure = error;
  });

  return {
    indexName,
    sync,
    failure: () => failure,
    async stop() {
      stopping.abort();
      await running;
      feed.close();
    },
  };
}
