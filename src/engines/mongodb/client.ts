/** The MongoDB client of a process: its options and time limits, its connection, and its readiness. */
import os from 'node:os';
import { BSON, type Db, MongoClient, type MongoClientOptions, ReadPreference } from 'mongodb';
import type { Logger } from '../../runtime/logger.ts';
import { backoffMs, sleep } from '../../runtime/retry.ts';
import { hasCode, isMongoUnavailable, MONGODB_CODES, USER_REFUSED } from './errors.ts';

export interface MongoOptions {
  /** The server's own tools show this name, so that an operator sees which process has a connection. */
  readonly appName: string;
  /** The time limit of a response; absent: no limit. */
  readonly socketTimeoutMs?: number;
  /** The most connections to each member at once. Operations beyond them wait for 5 s at most. Default: 50. */
  readonly maxPoolSize?: number;
}

const MAX_POOL_SIZE = 50;

/**
 * Options of every read of the API: MongoDB itself aborts a read that takes longer. The client has no such option for
 * all reads.
 */
export const READ_LIMIT = { maxTimeMS: 8000 } as const;

/**
 * The write concern of what commands and the indexer store. While too few members replicate, a write would wait for a
 * majority without end. With the limit it fails, and is stored at the primary, see `isUnconfirmed`. A limit without `w`
 * would mean the primary alone.
 */
export const MAJORITY = { w: 'majority', wtimeoutMS: 15_000 } as const;

/**
 * Every read sees each write that a change stream has reported: a secondary may lack the write, and so may a majority
 * read at a primary that was just elected. The empty list replaces the tags of the address.
 */
const READS: MongoClientOptions = {
  readPreference: ReadPreference.primary,
  readPreferenceTags: [],
  readConcernLevel: 'local',
};

/** JavaScript rejects some stored regular expressions. As objects of the driver they can be read. */
const VALUES = { bsonRegExp: true } as const;
const RAW_VALUES = { ...VALUES, validation: { utf8: false } } as const;

/** Decodes a result of a query with `raw` as the driver decodes one without it. Throws what the driver throws. */
export const deserialise = <T>(bytes: Uint8Array): T => BSON.deserialize(bytes, RAW_VALUES) as T;

/**
 * Creates a client, which connects at its first operation. These options override those of the address. The caller
 * closes the client.
 */
export function openMongo(url: string, options: MongoOptions): MongoClient {
  return new MongoClient(url, {
    appName: options.appName,
    serverSelectionTimeoutMS: 2000,
    connectTimeoutMS: 2000,
    maxPoolSize: options.maxPoolSize ?? MAX_POOL_SIZE,
    ...READS,
    ignoreUndefined: true,
    // Another system's driver can store invalid UTF-8. It is read with U+FFFD instead of failing the page.
    enableUtf8Validation: false,
    // Without this, the driver imports `os` for each client, which fails in Jest while concurrent tests run.
    runtimeAdapters: { os },
    ...VALUES,
    waitQueueTimeoutMS: 5000,
    ...(options.socketTimeoutMs === undefined ? {} : { socketTimeoutMS: options.socketTimeoutMs }),
  });
}

/**
 * Connects, and retries until it succeeds or `signal` is aborted. The driver's operations connect by themselves only
 * once: a client whose first connection failed would stay disconnected for ever.
 */
export async function connectInBackground(client: MongoClient, logger: Logger, signal: AbortSignal): Promise<void> {
  try {
    await client.db().command({ ping: 1 });
  } catch (error) {
    // A server that responds with an error is connected. Every operation will report this error.
    if (isMongoUnavailable(error)) await connectAgain(client, logger, signal);
  }
}

/** Connects a closed client, and retries until it succeeds or `signal` is aborted. */
export async function connectAgain(client: MongoClient, logger: Logger, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error, attempt }, 'MongoDB cannot be reached: trying again');
    }
    await sleep(backoffMs(attempt, 100, 2000), signal);
  }
}

/**
 * Resolves when MongoDB responds to an empty read; else throws what the driver throws. A member that has just stepped
 * down still responds to a ping. The driver doesn't retry a plain command.
 */
export async function pingMongo(database: Db): Promise<void> {
  await database.command({ find: 'merchants', filter: { _id: '' }, limit: 1, singleBatch: true, maxTimeMS: 2000 });
}

/**
 * Resolves to null if MongoDB responds, and to `USER_REFUSED` if the user has no right to read. Otherwise throws what
 * the driver throws, also for a refused password: every call fails then, so it is no response.
 */
export async function mongoReadiness(database: Db): Promise<string | null> {
  try {
    await pingMongo(database);
    return null;
  } catch (error) {
    if (hasCode(error, MONGODB_CODES.unauthorized)) return USER_REFUSED;
    throw error;
  }
}
