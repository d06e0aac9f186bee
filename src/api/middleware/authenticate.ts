/**
 * Lets a request go on only with a valid token; what it opens is then in the request's context. An address that brings
 * many invalid tokens has to wait: without a look at them, so that guessing costs the database nothing either. Tokens that
 * were valid lately go on from there all the same, since many callers may share one address.
 */
import { isIPv6 } from 'node:net';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { contextOf } from '../../http/context.ts';
import { Problem } from '../../runtime/problems.ts';
import { type Authenticate, tokenHashOf } from '../../tenancy/authenticate.ts';
import { createBuckets } from './buckets.ts';

interface FailureLimit {
  /** How many 401s an address may get at once, and in a minute from then on; 0 turns the limit off. */
  readonly perMinute: number;
}

const MAX_KNOWN_TOKENS = 20_000;

export function requireToken(authenticate: Authenticate, { perMinute }: FailureLimit): RequestHandler {
  if (perMinute === 0) {
    return async (request, response, next) => {
      contextOf(response).authentication = await authenticate(request.get('authorization'));
      next();
    };
  }
  const buckets = createBuckets({ name: 'address', perSecond: perMinute / 60, burst: perMinute });
  const knownTokens = new LRUCache<string, true>({ maxSize: MAX_KNOWN_TOKENS, sizeCalculation: () => 1 });
  const isKnown = (authorization: string | undefined): boolean => knownTokens.has(tokenHashOf(authorization) ?? '');

  return async (request, response, next) => {
    const authorization = request.get('authorization');
    const address = networkOf(request.ip);
    const level = buckets.level(address);
    if (level < 1 && !isKnown(authorization)) {
      buckets.tell(response, level);
      throw buckets.refusal('Too many requests without a valid token came from this address.', level);
    }
    try {
      const authentication = await authenticate(authorization);
      contextOf(response).authentication = authentication;
      knownTokens.set(authentication.tokenHash, true);
    } catch (error) {
      if (error instanceof Problem && error.code === 'unauthorized') {
        buckets.take(address);
        knownTokens.delete(tokenHashOf(authorization) ?? '');
      }
      throw error;
    }
    next();
  };
}

/** An address as the limit counts it: of IPv6 the first 64 bits, since whoever has one address there has all of them. */
export function networkOf(address = ''): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length;
    groups.push(...Array.from({ length: 8 - groups.length - after }, () => '0'));
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
