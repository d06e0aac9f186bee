/** Helpers of the cache tests. */
import { cacheBudget } from '../../src/cache/budget.ts';
import { followVersions, type Versions } from '../../src/cache/versions.ts';
import type { Catalogue } from '../../src/catalogue/stored-documents.ts';
import type { GuardedRead } from '../../src/engines/breaker/guarded-reads.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { type Authenticate, createAuthenticate } from '../../src/tenancy/authenticate.ts';
import { createIsActive } from '../../src/tenancy/merchants.ts';
import { eventually, type TestService } from './service.ts';

/** The versions of a disconnected stream. */
export const NO_VERSIONS: Versions = {
  latest: () => null,
  ofTags: () => null,
  ofProduct: () => null,
  cellsOf: () => new Uint32Array(),
  ofCells: () => null,
  close: () => Promise.resolve(),
};

/** Never counts as disconnected, since a busy machine may delay the stream. Only for streams that no test cuts. */
export const followSteadily = ({ database }: TestService): Versions =>
  followVersions({ database, logger: createLogger('test', 'silent'), disconnectedAfterMs: Number.POSITIVE_INFINITY });

/** Resolves when the stream is open. */
export const follows = (given: Versions) =>
  eventually(
    async () => given.latest(),
    (version) => version !== null && version > 0,
  );

/** A budget like the API's. */
export const BUDGET = cacheBudget({ pages: 10_000_000, searches: 10_000_000 });

/** An `Authenticate` with its own caches. */
export function authenticateBy(catalogue: Catalogue, versions: Versions, guardedRead: GuardedRead): Authenticate {
  const isActive = createIsActive({ catalogue, versions, maxBytes: BUDGET.activeMerchants, guardedRead });
  return createAuthenticate({ catalogue, isActive, versions, maxBytes: BUDGET.tokens, guardedRead });
}

/** The value that `get` of a cache serves without a read; undefined if it would read. */
export async function cachedOnly<T>(get: (load: () => Promise<never>) => Promise<T>): Promise<T | undefined> {
  const notCached = new Error('not cached');
  try {
    return await get(() => Promise.reject(notCached));
  } catch (error) {
    if (error !== notCached) throw error;
    return undefined;
  }
}
