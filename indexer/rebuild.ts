/**
 * Builds the index anew beside the live one: a second index that follows the stream by itself from a position taken
 * before its scan, while the live one goes on. It takes the live one's place when it has caught up and its counts agree.
 *
 * States: prepared (made, or found from an interrupted rebuild), filling (its backlog is the scan), checked (caught up,
 * counts agree), swapped (it is the live one; the old one is deleted). Interrupted at any of them, the next leader goes
 * on: a second index with a higher generation than the live one is a rebuild in work, any other is a leftover.
 */
import type { Db } from 'mongodb';
import type { Logger } from '../src/platform/logger.ts';
import { pause } from '../src/platform/retry.ts';
import { merchantFilter } from '../src/search/filter.ts';
import { LostPosition, openChangeFeed } from './change-feed.ts';
import { type Followed, follow } from './follow.ts';
import type { IndexClient } from './index-client.ts';
import { type Position, SCHEMA } from './position.ts';
import type { ProductReader } from './product-reader.ts';
import { clusterTimeMs } from './source.ts';

export const rebuildName = (indexName: string): string => `${indexName}_rebuild`;

/** The new index is not what MongoDB holds: it was not swapped in, and the live one stays. */
export class RebuildRefused extends Error {
  override readonly name = 'RebuildRefused';
}

export interface RebuildOptions {
  readonly indexName: string;
  readonly source: string;
  readonly epoch: number;
  /** Of the live index; 0 where there is none. */
  readonly liveGeneration: number;
  readonly database: Db;
  readonly reader: ProductReader;
  readonly index: IndexClient;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** Called between the check and the swap: the live index must not be written from then on. */
  readonly stopLive: () => Promise<void>;
}

const PIECE_SIZE = 2000;
const POLL_MS = 200;

/** Builds, checks and swaps in; resolves to the position of the new live index. Throws RebuildRefused, or what the engines throw. */
export async function rebuild(options: RebuildOptions): Promise<Position> {
  const { indexName, index, logger, reader } = options;
  const name = rebuildName(indexName);
  const position = (await unfinished(options)) ?? (await prepare(options));
  const followed = await follow({ ...options, indexName: name, position, pieceSize: PIECE_SIZE });
  try {
    const total = [...(await reader.countByMerchant()).values()].reduce((sum, count) => sum + count, 0);
    logger.info({ index: name, products: total }, 'rebuilding');
    await untilCaughtUp(followed, options, () => options.onProgress(followed.sync.progress().backlogDone, total));
    await untilCountsAgree(followed, options);
  } finally {
    await followed.stop();
  }
  throwFailure(followed);
  await options.stopLive();
  await index.swap(name, indexName);
  logger.info({ index: indexName }, 'the new index is live');
  await index.delete(name);
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
    position.source === source &&
    position.schema === SCHEMA &&
    position.generation > liveGeneration
  ) {
    try {
      await (await openChangeFeed({ database, startAfter: position.token, logger })).close();
      logger.info({ index: name }, 'going on with an interrupted rebuild');
      return position;
    } catch (error) {
      if (!(error instanceof LostPosition)) throw error;
    }
  }
  logger.info({ index: name }, 'deleting what an earlier rebuild left');
  await index.delete(name);
  return null;
}

/** Makes the second index with its settings, and with a position from before its scan. */
async function prepare(options: RebuildOptions): Promise<Position> {
  const { index, database, logger, source, epoch, liveGeneration } = options;
  const feed = await openChangeFeed({ database, startAfter: null, logger });
  const { token } = await feed.take(0, AbortSignal.abort());
  await feed.close();
  const position: Position = {
    epoch,
    token,
    source,
    schema: SCHEMA,
    generation: liveGeneration + 1,
    backlog: [{ kind: 'all', id: '', after: '' }],
  };
  await index.create(rebuildName(options.indexName), position);
  return position;
}

function throwFailure(followed: Followed): void {
  if (followed.failure() !== undefined) throw followed.failure();
}

/** Waits until all that had happened at the end of the backlog is in; that comes also where writes never rest. */
async function untilCaughtUp(
  followed: Followed,
  { database, signal }: RebuildOptions,
  onWait: () => void = () => undefined,
): Promise<void> {
  const until = async (holds: () => boolean): Promise<void> => {
    for (;;) {
      throwFailure(followed);
      signal.throwIfAborted();
      onWait();
      if (holds()) return;
      await pause(POLL_MS, signal);
    }
  };
  await until(() => followed.sync.position().backlog.length === 0);
  const nowMs = await clusterTimeMs(database);
  await until(() => followed.sync.hasPassed(nowMs));
}

const CHECKS = 10;

/**
 * Compares how many products each merchant has. Where writes go on, the two counts are of different moments, and may
 * differ by as many products as there were events since; a merchant that differs by more is counted again.
 */
async function untilCountsAgree(followed: Followed, options: RebuildOptions): Promise<void> {
  const { reader, index, signal, logger } = options;
  let differing: string[] = [];
  for (let check = 1; check <= CHECKS; check += 1) {
    const before = followed.sync.progress().events;
    const expected = await reader.countByMerchant();
    await untilCaughtUp(followed, options);
    const merchants = check === 1 ? [...expected.keys()] : differing;
    differing = [];
    for (const merchantId of merchants) {
      const found = await index.count(followed.indexName, merchantFilter(merchantId));
      const events = followed.sync.progress().events - before;
      if (Math.abs(found - (expected.get(merchantId) ?? 0)) > events) differing.push(merchantId);
    }
    if (differing.length === 0) return;
    logger.info({ merchants: differing.length, check }, 'counts differ: waiting for the changes under way');
    await pause(1000, signal);
  }
  throw new RebuildRefused(
    `the new index was not taken: after ${CHECKS} checks its number of products differs from MongoDB's for ${differing.length} merchants (${differing.slice(0, 5).join(', ')})`,
  );
}
