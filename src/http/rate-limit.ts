/**
 * A token bucket for each access token: `burst` requests at once, refilled at `perSecond`. In the memory of one
 * process: behind a load balancer each process grants its own share. Headers as in draft-ietf-httpapi-ratelimit-headers-11.
 */
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { Problem } from '../problems.ts';
import { contextOf } from './context.ts';

interface Bucket {
  level: number;
  atMs: number;
}

interface RateLimitOptions {
  /** 0 turns the limit off. */
  readonly perSecond: number;
  readonly burst: number;
  readonly nowMs?: () => number;
}

const MAX_BUCKETS = 100_000;

export function rateLimit({ perSecond, burst, nowMs = () => performance.now() }: RateLimitOptions): RequestHandler {
  if (perSecond === 0) return (_request, _response, next) => next();
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });
  const policy = `"token";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`;

  return (_request, response, next) => {
    const key = contextOf(response).authentication?.tokenHash ?? '';
    const now = nowMs();
    const bucket = buckets.get(key) ?? { level: burst, atMs: now };
    bucket.level = Math.min(burst, bucket.level + ((now - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = now;
    const granted = bucket.level >= 1;
    if (granted) bucket.level -= 1;
    buckets.set(key, bucket);

    const secondsToOne = Math.max(0, (1 - bucket.level) / perSecond);
    const secondsToFull = Math.ceil((burst - bucket.level) / perSecond);
    response.setHeader('RateLimit-Policy', policy);
    response.setHeader('RateLimit', `"token";r=${Math.floor(bucket.level)};t=${secondsToFull}`);
    if (granted) {
      next();
      return;
    }
    throw new Problem('rate_limited', {
      detail: `A token may make ${perSecond} requests a second, and ${burst} at once.`,
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(secondsToOne))) },
    });
  };
}
