/** The MongoDB client of a process: its time limits, and which of its errors mean that the database is out. */
import { BSON, type Db, MongoClient, MongoError } from 'mongodb';
import type { Logger } from '../runtime/logger.ts';
import { backoffMs, sleep } from '../runtime/retry.ts';

export interface MongoOptions {
  /** Shown by the server's own tools, so that an operator sees who holds a connection. */
  readonly appName: string;
  /** How long an answer of the server may take; absent: no limit. */
  readonly socketTimeoutMs?: number;
}

const MAX_POOL_SIZE = 50;

/** Options of every read of the API: MongoDB itself gives up what takes longer. The client has no such limit for all. */
export const READ_LIMIT = { maxTimeMS: 8000 } as const;

/** Runs a read under its name, as the metrics and the time limit of one read have it. Throws what the read throws, or the refusal. */
export type NamedRead = <T>(operation: string, read: () => Promise<T>) => Promise<T>;

/** A stored regular expression may be one that JavaScript refuses: as an object of the driver's it can be read. */
const VALUES = { bsonRegExp: true } as const;
const RAW_VALUES = { ...VALUES, validation: { utf8: false } } as const;

/** Reads what a query with `raw` gave as one without reads it. Throws what the driver throws. */
export const deserialise = <T>(bytes: Uint8Array): T => BSON.deserialize(bytes, RAW_VALUES) as T;

/** Makes a client; it connects at its first operation. The caller closes it. */
export function openMongo(url: string, options: MongoOptions): MongoClient {
  return new MongoClient(url, {
    appName: options.appName,
    serverSelectionTimeoutMS: 2000,
    connectTimeoutMS: 2000,
    maxPoolSize: MAX_POOL_SIZE,
    ignoreUndefined: true,
    // A text that is no UTF-8 (another system's driver can store one) is read with U+FFFD in it instead of failing the page.
    enableUtf8Validation: false,
    ...VALUES,
    waitQueueTimeoutMS: 5000,
    ...(options.socketTimeoutMs === undefined ? {} : { socketTimeoutMS: options.socketTimeoutMs }),
  });
}

/**
 * Connects, again and again until it succeeds or `signal` is aborted. A client whose first connection failed would
 * stay out for ever: the driver's operations connect by themselves only once.
 */
export async function keepConnecting(client: MongoClient, logger: Logger, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      await (attempt === 1 ? client.db().command({ ping: 1 }) : client.connect());
      return;
    } catch (error) {
      // A server that answers and refuses is connected: every operation will tell so.
      if (attempt === 1 && !isMongoUnavailable(error)) return;
      if (!signal.aborted) logger.warn({ err: error, attempt }, 'MongoDB cannot be reached: trying again');
    }
    await sleep(backoffMs(attempt, 100, 2000), signal);
  }
}

/** Codes of a server that cannot answer now: not primary, shutting down, stepping down, out of time. */
const UNAVAILABLE_CODES = new Set([6, 7, 50, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
const UNAVAILABLE_NAMES = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoOperationTimeoutError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClearedError',
  'MongoStalePrimaryError',
  'MongoPoolClosedError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'PoolClearedOnNetworkError',
]);

/** What Node says of a connection that the server has closed. The driver passes it on as it is when it comes at a write. */
const BROKEN_CONNECTION_CODES = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

const isBrokenConnection = (error: unknown): boolean =>
  error instanceof Error && BROKEN_CONNECTION_CODES.has(String((error as NodeJS.ErrnoException).code));

/** Whether the error says that MongoDB cannot be reached or cannot answer now, so that trying later may help. */
export function isMongoUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isBrokenConnection(error);
  return UNAVAILABLE_NAMES.has(error.name) || (typeof error.code === 'number' && UNAVAILABLE_CODES.has(error.code));
}

/**
 * Resolves when MongoDB answers a read of nothing; throws what the driver throws otherwise. (A ping is answered by a member
 * that has just stepped down too.) As a plain command it is not tried again.
 */
export async function pingMongo(database: Db): Promise<void> {
  await database.command({ find: 'merchants', filter: { _id: '' }, limit: 1, singleBatch: true, maxTimeMS: 2000 });
}
