/**
 * Requires a valid token and puts its authentication into the request's context. An address that sends many invalid
 * tokens gets a 429 before its token is looked up, so guessing costs the database nothing. Each lookup takes from the
 * address's bucket before it begins, and gives back unless the token is invalid: parallel guesses don't exceed the
 * limit. Many clients may share one address. Therefore tokens that were valid recently pass an empty bucket, and others
 * wait for the lookups in progress before they are refused.
 */
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { contextOf } from '../../http/context.ts';
import { Problem } from '../../runtime/problems.ts';
import { type Authenticate, tokenHashOf } from '../../tenancy/authenticate.ts';
import { createBuckets } from './limits/buckets.ts';
import { networkOf } from './limits/client-network.ts';

const MAX_VALID_TOKENS = 20_000;

/** An address may get `failuresPerMinute` 401s at once, and then as many per minute; 0 disables the limit. */
export function requireToken(authenticate: Authenticate, failuresPerMinute: number): RequestHandler {
  if (failuresPerMinute === 0) {
    return async (request, response, next) => {
      contextOf(response).authentication = await authenticate(request.get('authorization'));
      next();
    };
  }
  const buckets = createBuckets({ name: 'address', perSecond: failuresPerMinute / 60, burst: failuresPerMinute });
  const validTokens = new LRUCache<string, true>({ maxSize: MAX_VALID_TOKENS, sizeCalculation: () => 1 });
  /** By address: resolves when the lookups that took from its bucket have ended. */
  const lookups = new Map<string, Promise<void>>();

  const wasValid = (authorization: string | undefined): boolean => validTokens.has(tokenHashOf(authorization) ?? '');

  /** Throws what `authenticate` throws. Only an invalid token keeps what it took from the bucket. */
  async function lookUp(authorization: string | undefined, address: string, hasTaken: boolean) {
    let isInvalid = false;
    try {
      const authentication = await authenticate(authorization);
      validTokens.set(authentication.tokenHash, true);
      return authentication;
    } catch (error) {
      isInvalid = error instanceof Problem && error.code === 'unauthorized';
      if (isInvalid) validTokens.delete(tokenHashOf(authorization) ?? '');
      throw error;
    } finally {
      if (hasTaken && !isInvalid) buckets.giveBack(address);
    }
  }

  function track(address: string, lookup: Promise<unknown>): void {
    const ended = Promise.allSettled([lookups.get(address), lookup]).then(() => {
      if (lookups.get(address) === ended) lookups.delete(address);
    });
    lookups.set(address, ended);
  }

  return async (request, response, next) => {
    const authorization = request.get('authorization');
    const address = networkOf(request.ip);
    let level = buckets.take(address);
    while (level < 1 && !wasValid(authorization)) {
      const inProgress = lookups.get(address);
      if (inProgress === undefined) {
        buckets.setHeaders(response, level);
        throw buckets.rejection('Too many requests without a valid token came from this address.', level);
      }
      // If these tokens are valid, this one may be looked up.
      await inProgress;
      level = buckets.take(address);
    }
    const hasTaken = level >= 1;
    const lookup = lookUp(authorization, address, hasTaken);
    if (hasTaken) track(address, lookup);
    contextOf(response).authentication = await lookup;
    next();
  };
}
