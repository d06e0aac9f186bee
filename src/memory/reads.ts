/**
 * Reads of a merchant's data that many requests repeat (totals, the merchant, the order of a collection), remembered under
 * the version of the parts of that data that they read, see `versions.ts`. Without versions nothing is remembered: each
 * request gets a read that begins after it came. Only a total, which is costly to count, is then good for at most a second.
 */
import { createFreshRead } from '../platform/fresh-read.ts';
import { createLookup, type Lookup } from '../platform/lookup.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { Part } from './parts.ts';
import type { Versions } from './versions.ts';

const COUNTED_LIMIT_MS = 1000;
const VERSIONED_MS = 600_000;

/** How long a count may be used without a version: the dearer the longer, so that at most a twentieth of the time goes into it. */
const countedMs = (tookMs: number): number => Math.min(COUNTED_LIMIT_MS, 20 * tookMs);

interface KeptReadOptions<Q, T> {
  readonly versions: Versions;
  /** What the answer depends on. */
  readonly parts: (question: Q) => readonly Part[];
  readonly maxEntries: number;
  /** `question` is whatever JSON can hold. */
  readonly load: (scope: MerchantScope, question: Q) => Promise<T>;
}

/** Returns a function that answers the question for the scope: from memory where that is still true, else by `load`. */
export function createKeptRead<Q, T>({
  versions,
  parts,
  maxEntries,
  load,
}: KeptReadOptions<Q, T>): (scope: MerchantScope, question: Q) => Promise<T> {
  const lookup = createVersionedLookup<readonly [MerchantScope, Q], T>({
    versionOf: ([scope, question]) => versions.ofParts(scope.merchantId, parts(question)),
    load: ([scope, question]) => load(scope, question),
    maxEntries,
  });
  return (scope, question) => lookup([scope, question]);
}

/** The same for a count of the merchant's documents. */
export function createKeptCount<Q>(
  options: KeptReadOptions<Q, number>,
): (scope: MerchantScope, question: Q) => Promise<number> {
  const keptCount = createKeptRead(options);
  const counted = createLookup<readonly [MerchantScope, Q], number>({
    load: ([scope, question]) => options.load(scope, question),
    maxEntries: options.maxEntries,
    ttlMs: countedMs,
  });
  return (scope, question) =>
    options.versions.latest() === null ? counted([scope, question]) : keptCount(scope, question);
}

interface VersionedLookupOptions<K, T> {
  /** Of what the answer is read from; null: not known. */
  readonly versionOf: (key: K) => number | null;
  readonly load: (key: K) => Promise<T>;
  readonly maxEntries: number;
}

/** A lookup whose answers are good for as long as the version that stood before they were read; without one they are read fresh. */
export function createVersionedLookup<K, T>({
  versionOf,
  load,
  maxEntries,
}: VersionedLookupOptions<K, T>): Lookup<K, T> {
  const lookup = createLookup<readonly [version: number, key: K], T>({
    load: ([, key]) => load(key),
    maxEntries,
    ttlMs: () => VERSIONED_MS,
  });
  const readFresh = createFreshRead(load);
  function find(key: K): Promise<T> {
    const version = versionOf(key);
    return version === null ? readFresh(key) : lookup([version, key]);
  }
  function remembered(key: K): T | undefined {
    const version = versionOf(key);
    return version === null ? undefined : lookup.remembered([version, key]);
  }
  return Object.assign(find, { remembered });
}
