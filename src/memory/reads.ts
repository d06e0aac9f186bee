/**
 * Reads of a merchant's data that many requests repeat (totals, locations, the order of a collection), remembered under
 * the version of the parts of that data that they read, see `versions.ts`. Without versions they are remembered for at most a second.
 */
import { createLookup, type Lookup } from '../platform/lookup.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { Part } from './parts.ts';
import type { Versions } from './versions.ts';

const BLIND_LIMIT_MS = 1000;
const VERSIONED_MS = 600_000;

/** A dear answer is kept longer than a cheap one, which is simply read again: at most a twentieth of the time goes into it. */
const blindMs = (tookMs: number): number => Math.min(BLIND_LIMIT_MS, 20 * tookMs);

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
    blindMs,
  });
  return (scope, question) => lookup([scope, question]);
}

interface VersionedLookupOptions<K, T> {
  /** Of what the answer is read from; null: not known. */
  readonly versionOf: (key: K) => number | null;
  readonly load: (key: K) => Promise<T>;
  readonly maxEntries: number;
  /** How old an answer may be without a version, given how long the read took. */
  readonly blindMs: (tookMs: number) => number;
}

/** A lookup whose answers are good for as long as the version that stood before they were read. */
export function createVersionedLookup<K, T>(options: VersionedLookupOptions<K, T>): Lookup<K, T> {
  const { versionOf, load, maxEntries, blindMs } = options;
  const lookup = createLookup<readonly [version: number | null, key: K], T>({
    load: ([, key]) => load(key),
    maxEntries,
    ttlMs: (tookMs, [version]) => (version === null ? blindMs(tookMs) : VERSIONED_MS),
  });
  return Object.assign((key: K) => lookup([versionOf(key), key]), {
    remembered: (key: K) => lookup.remembered([versionOf(key), key]),
  });
}
