/**
 * Token buckets in the memory of one process, one per key. A bucket holds `burst` requests and refills at `perSecond`.
 * The number of buckets is bounded: the least recently used are evicted. Response headers follow
 * draft-ietf-httpapi-ratelimit-headers-11.
 */
import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../../runtime/problems.ts';

interface BucketsOptions {
  /** The policy's name in the headers. */
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
  readonly nowMs?: () => number;
}

interface Bucket {
  /** How many requests it held at `atMs`; more than `burst` count as `burst`. */
  level: number;
  atMs: number;
}

interface Buckets {
  /** Takes one request from the key's bucket if it holds one. Returns the level before: below 1, nothing was taken. */
  take(key: string): number;
  /** Returns a request to the bucket that it was taken from. */
  giveBack(key: string): void;
  /** Sets the `RateLimit` headers for a bucket at this level. */
  setHeaders(response: ServerResponse, level: number): void;
  /** The 429 for a client whose bucket is empty. */
  rejection(detail: string, level: number): Problem;
}

const MAX_BUCKETS = 100_000;

export function createBuckets({ name, perSecond, burst, nowMs = () => performance.now() }: BucketsOptions): Buckets {
  // `maxSize` instead of `max`: with `max` the cache allocates room for all entries at once.
  const buckets = new LRUCache<string, Bucket>({ maxSize: MAX_BUCKETS, sizeCalculation: () => 1 });
  const policy = `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`;

  const refilled = (bucket: Bucket, now: number): number =>
    Math.min(burst, bucket.level + ((now - bucket.atMs) / 1000) * perSecond);

  return {
    take(key) {
      const now = nowMs();
      const bucket = buckets.get(key) ?? { level: burst, atMs: now };
      const level = refilled(bucket, now);
      bucket.level = level >= 1 ? level - 1 : level;
      bucket.atMs = now;
      buckets.set(key, bucket);
      return level;
    },
    giveBack(key) {
      const bucket = buckets.peek(key);
      // A bucket that was evicted counts as full.
      if (bucket !== undefined) bucket.level += 1;
    },
    setHeaders(response, level) {
      response.setHeader('RateLimit-Policy', policy);
      response.setHeader('RateLimit', `"${name}";r=${Math.floor(level)};t=${Math.ceil((burst - level) / perSecond)}`);
    },
    rejection(detail, level) {
      const seconds = Math.max(1, Math.ceil((1 - level) / perSecond));
      return new Problem('rate_limited', { detail, headers: { 'Retry-After': String(seconds) } });
    },
  };
}
