/** Classifies an error of a call by what it shows about the engine. */
import { MeilisearchApiError } from 'meilisearch';
import { type MongoError, MongoServerSelectionError } from 'mongodb';
import { errors } from 'undici';
import { isError } from '../../runtime/is-error.ts';
import { isConnectionClosed } from '../http-client.ts';
import { isUnavailableStatus } from '../meilisearch.ts';
import { isAuthenticationFailed, isMongoUnavailable, MONGODB_CODES, USER_REFUSED } from '../mongodb/errors.ts';
import { hasOnlyOlderPrimary } from '../mongodb/replaced-mongodb.ts';

/**
 * What an error shows: a public description of the fault if the engine is unavailable, `responded` if the engine
 * responded, `nothing` if it shows neither, as the error of an aborted call.
 */
export type Evidence = { readonly fault: string } | 'responded' | 'nothing';

export type EvidenceOf = (error: unknown) => Evidence;

export const NO_ANSWER = 'does not answer';
const UNREACHABLE = 'cannot be reached';
const NO_PRIMARY = 'has no primary';
const REPLACED = 'was restored or replaced: connecting again';

export const mongodbEvidence: EvidenceOf = (error) => {
  if (isAuthenticationFailed(error)) return { fault: USER_REFUSED };
  if (!isMongoUnavailable(error)) return 'responded';
  const { name, code } = error as MongoError;
  if (code === MONGODB_CODES.maxTimeExpired || code === MONGODB_CODES.writeConcernTimeout) return 'responded';
  // The code is also set if no server could be selected. It is then the last server's error.
  if (typeof code === 'number') return { fault: NO_PRIMARY };
  if (error instanceof MongoServerSelectionError) {
    if (error.reason !== undefined && hasOnlyOlderPrimary(error.reason)) return { fault: REPLACED };
    const servers = [...(error.reason?.servers.values() ?? [])];
    return { fault: servers.some(({ type }) => type !== 'Unknown') ? NO_PRIMARY : UNREACHABLE };
  }
  switch (name) {
    case 'MongoNetworkTimeoutError':
      return { fault: NO_ANSWER };
    case 'MongoWaitQueueTimeoutError':
      return 'nothing';
    default:
      return { fault: UNREACHABLE };
  }
};

/** Errors are nested: the client wraps the connection's error, and a problem wraps both. */
export const meilisearchEvidence: EvidenceOf = (error) => {
  for (let cause = error; isError(cause); cause = cause.cause) {
    if (cause instanceof MeilisearchApiError) {
      const { status } = cause.response;
      return isUnavailableStatus(status) ? { fault: `answers ${status}` } : 'responded';
    }
    if (cause instanceof SyntaxError) return { fault: 'sends an unexpected response' };
    if ('syscall' in cause || isConnectionClosed(cause) || cause instanceof errors.ConnectTimeoutError)
      return { fault: UNREACHABLE };
  }
  return 'nothing';
};

/** The fault of the engine that an error of either engine shows, or null if it shows none. */
export function faultIn(error: unknown): string | null {
  for (const evidence of [mongodbEvidence(error), meilisearchEvidence(error)])
    if (typeof evidence === 'object') return evidence.fault;
  return null;
}
