/** The errors of MongoDB and of its driver: their codes and names, and what they mean. */
import { MongoBulkWriteError, MongoError } from 'mongodb';
import { isError } from '../../runtime/is-error.ts';

/** https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
export const MONGODB_CODES = {
  badValue: 2,
  hostUnreachable: 6,
  hostNotFound: 7,
  unauthorized: 13,
  authenticationFailed: 18,
  alreadyInitialized: 23,
  /** The cursor of a read in progress was lost, as by a restart of MongoDB. */
  cursorNotFound: 43,
  namespaceExists: 48,
  maxTimeExpired: 50,
  /** A write is stored, and no majority has confirmed it within its `wtimeout`. */
  writeConcernTimeout: 64,
  noReplicationEnabled: 76,
  networkTimeout: 89,
  shutdownInProgress: 91,
  notYetInitialized: 94,
  documentValidationFailure: 121,
  /** The collection or the index of a read in progress was dropped. */
  queryPlanKilled: 175,
  primarySteppedDown: 189,
  exceededTimeLimit: 262,
  socketException: 9001,
  notWritablePrimary: 10_107,
  duplicateKey: 11_000,
  interruptedAtShutdown: 11_600,
  interruptedDueToStateChange: 11_602,
  notPrimaryNoSecondaryOk: 13_435,
  notPrimaryOrSecondary: 13_436,
  outOfDiskSpace: 14_031,
  /** `$changeStream` on a standalone server. */
  notAReplicaSet: 40_573,
};

/** Whether the error has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly number[]): boolean =>
  codes.includes((error as { code?: unknown } | null)?.code as number);

/** Codes of a member that is not primary, or stops being primary. */
const NO_PRIMARY_CODES = [
  MONGODB_CODES.shutdownInProgress,
  MONGODB_CODES.primarySteppedDown,
  MONGODB_CODES.notWritablePrimary,
  MONGODB_CODES.interruptedAtShutdown,
  MONGODB_CODES.interruptedDueToStateChange,
  MONGODB_CODES.notPrimaryNoSecondaryOk,
  MONGODB_CODES.notPrimaryOrSecondary,
];
/** Codes of a server that can't respond now. */
const UNAVAILABLE_CODES = [
  ...NO_PRIMARY_CODES,
  MONGODB_CODES.hostUnreachable,
  MONGODB_CODES.hostNotFound,
  MONGODB_CODES.maxTimeExpired,
  MONGODB_CODES.writeConcernTimeout,
  MONGODB_CODES.networkTimeout,
  MONGODB_CODES.exceededTimeLimit,
  MONGODB_CODES.socketException,
];
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

/**
 * Node's error codes for a connection that the server closed. The driver passes them on if they occur at a write: as
 * they are, or in the error of a bulk write.
 */
const BROKEN_CONNECTION_CODES = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/** Whether a command met a connection that had just been closed. The driver retries other broken connections itself. */
export const isBrokenConnection = (error: unknown): boolean =>
  isError(error) && BROKEN_CONNECTION_CODES.has(String((error as NodeJS.ErrnoException).code));

/** What the driver asks DNS for the hosts of a `mongodb+srv://` address. It passes Node's error on. */
const NAME_QUERIES = new Set(['querySrv', 'queryTxt']);

const isUnresolved = (error: unknown): boolean =>
  isError(error) && NAME_QUERIES.has(String((error as NodeJS.ErrnoException).syscall));

/** Whether the error means that MongoDB is unreachable or can't respond now, so that a retry may succeed. */
export function isMongoUnavailable(error: unknown): boolean {
  // The error of a bulk write has a name of its own, also for an error of the driver.
  if (error instanceof MongoBulkWriteError && isError(error.errorResponse))
    return isMongoUnavailable(error.errorResponse);
  if (isBrokenConnection(error) || isUnresolved(error)) return true;
  if (!(error instanceof MongoError)) return false;
  return UNAVAILABLE_NAMES.has(error.name) || hasCode(error, ...UNAVAILABLE_CODES);
}

/**
 * Whether a write is stored, and no majority of the replica set confirmed it in time: if the primary fails before one
 * does, the write is lost.
 */
export const isUnconfirmed = (error: unknown): boolean => hasCode(error, MONGODB_CODES.writeConcernTimeout);

/** Whether a member responds that the replica set has no primary, or is changing it. */
export const isBetweenPrimaries = (error: unknown): boolean => hasCode(error, ...NO_PRIMARY_CODES);

/** MongoDB runs without --replSet, as its `hello` shows. */
export class StandaloneServer extends Error {
  override readonly name = 'StandaloneServer';
  constructor() {
    super('MongoDB runs as a standalone server');
  }
}

/** The public description of MongoDB if it refuses the password or the rights of this process. */
export const USER_REFUSED = 'refuses the user of MONGODB_URL';

/**
 * The codes of an error and of its causes. After a refused password, the driver clears its pool with that as the cause.
 */
function codesOf(error: unknown): unknown[] {
  return isError(error) ? [(error as MongoError).code, ...codesOf(error.cause)] : [];
}

/** Whether MongoDB refuses the password of this process. */
export const isAuthenticationFailed = (error: unknown): boolean =>
  codesOf(error).includes(MONGODB_CODES.authenticationFailed);
