/** What tests of the caches of `src/cache/` need. */

import { cacheBudget } from '../../src/cache/budget.ts';
import { followVersions, type Versions } from '../../src/cache/versions.ts';
import type { Catalogue } from '../../src/catalogue/collections.ts';
import type { NamedRead } from '../../src/engines/mongo.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { type Authenticate, createAuthenticate } from '../../src/tenancy/authenticate.ts';
import { createFindMerchant } from '../../src/tenancy/merchants.ts';
import { eventually, type TestService } from './service.ts';

/** Those of a stream that is down. */
export const NO_VERSIONS: Versions = {
  latest: () => null,
  of: () => null,
  ofTags: () => null,
  ofProduct: () => null,
  cellsOf: () => new Uint32Array(),
  ofCells: () => null,
  close: () => Promise.resolve(),
};

/** On a busy machine the stream may be late for a moment; here caches are used all the same. Only for streams that nobody cuts. */
export const followSteadily = ({ database }: TestService): Versions =>
  followVersions({ database, logger: createLogger('test', 'silent'), disconnectedAfterMs: Number.POSITIVE_INFINITY });

/** Resolves when it follows. */
export const follows = (given: Versions) =>
  eventually(
    async () => given.latest(),
    (version) => version !== null && version > 0,
  );

/** As the API has it. */
export const BUDGET = cacheBudget({ pages: 10_000_000, searches: 10_000_000 });

/** With caches of its own. */
export function authenticateBy(catalogue: Catalogue, versions: Versions, read: NamedRead): Authenticate {
  const findMerchant = createFindMerchant({ catalogue, versions, maxBytes: BUDGET.merchants, read });
  return createAuthenticate({ catalogue, findMerchant, versions, maxBytes: BUDGET.tokens, read });
}

/** Something that a test gives, and what waits for it. */
export function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
