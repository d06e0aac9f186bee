/**
 * Classifies an error of a call by what it shows about the engine: a public description of the fault if the engine is
 * unavailable, null if the engine responded, undefined if the error shows neither, as that of an aborted call.
 */
import { MeilisearchApiError } from 'meilisearch';
import { type MongoError, MongoServerSelectionError } from 'mongodb';
import { errors } from 'undici';
import { isError } from '../runtime/is-error.ts';
import { isConnectionClosed } from './http-client.ts';
import { isMongoUnavailable } from './mongo.ts';

export type FaultOf = (error: unknown) => string | null | undefined;

export const NO_ANSWER = 'does not answer';
const UNREACHABLE = 'cannot be reached';
const NO_PRIMARY = 'has no primary';
const MAX_TIME_EXPIRED = 50;

export const mongodbFault: FaultOf = (error) => {
  if (!isMongoUnavailable(error)) return null;
  const { name, code } = error as MongoError;
  if (code === MAX_TIME_EXPIRED) return null;
  // The code is also set if no server could be selected. It is then the last server's error.
  if (typeof code === 'number') return NO_PRIMARY;
  if (error instanceof MongoServerSelectionError) {
    const servers = [...(error.reason?.servers.values() ?? [])];
    return servers.some(({ type }) => type !== 'Unknown') ? NO_PRIMARY : UNREACHABLE;
  }
  switch (name) {
    case 'MongoNetworkTimeoutError':
      return NO_ANSWER;
    case 'MongoWaitQueueTimeoutError':
      return undefined;
    default:
      return UNREACHABLE;
  }
};

/** Errors are nested: the client wraps the connection's error, and a problem wraps both. */
export const meilisearchFault: FaultOf = (error) => {
  for (let cause = error; isError(cause); cause = cause.cause) {
    if (cause instanceof MeilisearchApiError) {
      const { status } = cause.response;
      return status >= 500 || status === 429 ? `answers ${status}` : null;
    }
    if (cause instanceof SyntaxError) return 'answers as something else would';
    if ('syscall' in cause || isConnectionClosed(cause) || cause instanceof errors.ConnectTimeoutError)
      return UNREACHABLE;
  }
  return undefined;
};
