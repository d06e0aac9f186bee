/**
 * Builds the index anew beside the live one: a second index that follows the stream by itself from a position taken
 * before its scan, while the live one goes on. It takes the live one's place when it has caught up and its counts agree.
 *
 * States: prepared (made, or found from an interrupted rebuild), filling (its backlog is the scan), checked (caught up,
 * counts agree), swapped (it is the live one; the old one is deleted). Interrupted at any of them, the next leader goes
 * on: a second index with a higher generation than the live one is a rebuild in work, any other is a leftover.
 */
import type { Db } from 'mongodb';
import type { Logger } from '../../src/platform/logger.ts';
import type { Position } from '../checkpoint/checkpoint.ts';
import { SCHEMA, TUNING } from '../checkpoint/schema-version.ts';
import { totalOf } from '../documents/count-products.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexClient } from '../engine/index-client.ts';
import type { Repairs } from '../operations/repairs.ts';
import { createDeadLetters, type DeadLetters, retry } from '../pipeline/dead-letters.ts';
import { follow } from '../pipeline/follow.ts';
import { RebuildNeeded } from '../pipeline/pipeline.ts';
import { AT_ONCE, openChangeFeed } from '../source/change-stream.ts';
import { LostPosition } from '../source/lost-position.ts';
import { isSameSource } from '../source/source-identity.ts';
import { assertFewLost, throwFailure, untilCaughtUp, untilCountsAgree } from './swap-checks.ts';

export const rebuildName = (indexName: string): string => `${indexName}_rebuild`;

export interface RebuildOptions {
  readonly indexName: string;
  readonly source: string;
  readonly epoch: number;
  /** Of the live index; 0 where there is none. */
  readonly liveGeneration: number;
  readonly database: Db;
  readonly reader: ProductLoader;
  readonly index: IndexClient;
  readonly repairs: Repairs;
  /** Of the live index. */
  readonly deadLetters: DeadLetters;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** How long a change of the live index has waited; null where it is not followed, or that is not known. */
  readonly liveLagMs: () => number | null;
  /** Called again and again while the index fills: what it throws ends the work, which can be gone on with. */
  readonly assertGoesOn: () => void;
  /** Called between the check and the swap: the live index must not be written from then on. */
  readonly stopLive: () => Promise<void>;
}

const PIECE_SIZE = 2000;

/** Builds, checks and swaps in; resolves to the position of the new live index. Throws RebuildRefused, or what the engines throw. */
export async function rebuild(options: RebuildOptions): Promise<Position> {
  const { indexName, index, logger, reader } = options;
  const name = rebuildName(indexName);
  const position = (await unfinished(options)) ?? (await prepare(options));
  const apart = createDeadLetters(options.database, name);
  const followed = await follow({
    ...options,
    indexName: name,
    position,
    pieceSize: PIECE_SIZE,
    gatherMs: 0,
    repairs: null,
  });
  try {
    const total = await totalOf(reader.countByMerchant());
    logger.info({ index: name, products: total }, 'rebuilding');
    await untilCaughtUp(followed, options, () => {
      options.assertGoesOn();
      options.onProgress(followed.sync.progress().backlogDone, total);
    });
    await untilCountsAgree(followed, options, apart);
    if (options.liveGeneration > 0) await assertFewLost(apart, { index, liveName: indexName, total });
  } finally {
    await followed.stop();
  }
  throwFailure(followed);
  if ((await index.strangeDeletions()).has(name))
    throw new RebuildNeeded('an earlier leader deleted from the index that is being built');
  await options.stopLive();
  // The dead letters of both are of indexes that go: each product is tried in the new live index, by whoever leads then.
  await retry(options.repairs, options.deadLetters);
  await retry(options.repairs, apart);
  await index.swap(name, indexName);
  logger.info({ index: indexName }, 'the new index is live');
  await discard(options);
  return followed.sync.position();
}

/** The position of an interrupted rebuild that can be gone on with; a leftover that cannot is deleted. */
export async function unfinished(
  options: Pick<RebuildOptions, 'indexName' | 'index' | 'database' | 'logger' | 'source' | 'liveGeneration'>,
): Promise<Position | null> {
  const { index, database, logger, source, liveGeneration } = options;
  const name = rebuildName(options.indexName);
  if (!(await index.exists(name))) return null;
  const { position } = await index.readPosition(name);
  if (
    position !== null &&
    isSameSource(position.source, source) &&
    position.schema === SCHEMA &&
    position.generation > liveGeneration
  ) {
    try {
      (await openChangeFeed({ database, startAfter: position.token, logger })).close();
      logger.info({ index: name }, 'going on with an interrupted rebuild');
      return position;
    } catch (error) {
      if (!(error instanceof LostPosition)) throw error;
    }
  }
  logger.info({ index: name }, 'deleting what an earlier rebuild left');
  await discard(options);
  return null;
}

/** Deletes the second index and its dead letters. */
export async function discard({
  indexName,
  index,
  database,
}: Pick<RebuildOptions, 'indexName' | 'index' | 'database'>): Promise<void> {
  await index.delete(rebuildName(indexName));
  await createDeadLetters(database, rebuildName(indexName)).remove();
}

/** Makes the second index with its settings, and with a position from before its scan. */
async function prepare(options: RebuildOptions): Promise<Position> {
  const { index, database, logger, source, epoch, liveGeneration } = options;
  const feed = await openChangeFeed({ database, startAfter: null, logger });
  const { token } = await feed.take(AT_ONCE, AbortSignal.abort());
  feed.close();
  const position: Position = {
    epoch,
    token,
    source,
    schema: SCHEMA,
    tuning: TUNING,
    generation: liveGeneration + 1,
    backlog: [{ kind: 'all', id: '', after: '' }],
  };
  await createDeadLetters(database, rebuildName(options.indexName)).remove();
  await index.create(rebuildName(options.indexName), position);
  return position;
}
