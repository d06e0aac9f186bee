/**
 * Reads of a merchant's data that many requests repeat (totals, locations, the order of a collection), remembered under
 * the version of the parts of that data that they read, see `versions.ts`. Without versions they are remembered for at most a second.
 */
import { createLookup } from '../platform/lookup.ts';
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
  const lookup = createLookup<readonly [number | null, MerchantScope, Q], T>({
    load: ([, scope, question]) => load(scope, question),
    maxEntries,
    ttlMs: (tookMs, [version]) => (version === null ? blindMs(tookMs) : VERSIONED_MS),
  });
  return (scope, question) => lookup([versions.ofParts(scope.merchantId, parts(question)), scope, question]);
}
