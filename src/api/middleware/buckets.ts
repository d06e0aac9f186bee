/**
 * Token buckets, one for each key: `burst` at once, refilled at `perSecond`. In the memory of one process, and bounded:
 * the keys used longest ago are forgotten. Headers as in draft-ietf-httpapi-ratelimit-headers-11.
 */
import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../runtime/problems.ts';

interface BucketsOptions {
  /** What the policy is called in the headers. */
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
  readonly nowMs?: () => number;
}

interface Bucket {
  level: number;
  atMs: number;
}

export interface Buckets {
  /** What is in the key's bucket now; below 1 it grants nothing. */
  level(key: string): number;
  /** Takes one out of the key's bucket if there is one, and returns what was in it before. */
  take(key: string): number;
  /** Tells the caller what is left in a bucket. */
  tell(response: ServerResponse, level: number): void;
  /** The refusal of a caller whose bucket is empty. */
  refusal(detail: string, level: number): Problem;
}

const MAX_BUCKETS = 100_000;

export function createBuckets({ name, perSecond, burst, nowMs = () => performance.now() }: BucketsOptions): Buckets {
  // By size: a cache with a largest count makes room for all of them at once.
  const buckets = new LRUCache<string, Bucket>({ maxSize: MAX_BUCKETS, sizeCalculation: () => 1 });
  const policy = `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`;

  const refilled = (bucket: Bucket, now: number): number =>
    Math.min(burst, bucket.level + ((now - bucket.atMs) / 1000) * perSecond);

  return {
    level(key) {
      const bucket = buckets.peek(key);
      return bucket === undefined ? burst : refilled(bucket, nowMs());
    },
    take(key) {
      const now = nowMs();
      const bucket = buckets.get(key) ?? { level: burst, atMs: now };
      const level = refilled(bucket, now);
      bucket.level = level >= 1 ? level - 1 : level;
      bucket.atMs = now;
      buckets.set(key, bucket);
      return level;
    },
    tell(response, level) {
      response.setHeader('RateLimit-Policy', policy);
      response.setHeader('RateLimit', `"${name}";r=${Math.floor(level)};t=${Math.ceil((burst - level) / perSecond)}`);
    },
    refusal(detail, level) {
      const seconds = Math.max(1, Math.ceil((1 - level) / perSecond));
      return new Problem('rate_limited', { detail, headers: { 'Retry-After': String(seconds) } });
    },
  };
}
