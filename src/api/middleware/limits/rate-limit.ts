/** Limits the requests of each token with a token bucket, and sets the `RateLimit` headers. */
import type { RequestHandler } from 'express';
import { contextOf } from '../../../http/context.ts';
import { createBuckets } from './buckets.ts';

interface RateLimitOptions {
  /** 0 disables the limit. */
  readonly perSecond: number;
  readonly burst: number;
  readonly nowMs?: () => number;
}

/** Takes each request from its token's bucket. Throws the Problem `rate_limited` if the bucket is empty. */
export function rateLimit({ perSecond, burst, ...clock }: RateLimitOptions): RequestHandler {
  if (perSecond === 0) return (_request, _response, next) => next();
  const buckets = createBuckets({ name: 'token', perSecond, burst, ...clock });
  const detail = `A token may make ${perSecond} requests a second, and ${burst} at once.`;

  return (_request, response, next) => {
    const level = buckets.take(contextOf(response).authentication?.tokenHash ?? '');
    const granted = level >= 1;
    buckets.setHeaders(response, granted ? level - 1 : level);
    if (!granted) throw buckets.rejection(detail, level);
    next();
  };
}
