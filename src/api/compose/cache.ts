/** Composes the cached pages, and what all caches share: the byte budget and the versions. */
import { type CacheBudget, cacheBudget } from '../../cache/budget.ts';
import { createPageCache } from '../../cache/page-cache.ts';
import { followVersions, type Versions } from '../../cache/versions.ts';
import type { ConfigOf } from '../../config.ts';
import { createFindCachedPage, type FindCachedPage } from '../../http/cached-page.ts';
import { withTimeout } from '../../runtime/retry.ts';
import { type ApiContext, CLOSE_TIMEOUT_MS, type Engines } from './engines.ts';

export interface Cache {
  readonly budget: CacheBudget;
  /** Versions of each merchant's data, from the change stream. */
  readonly versions: Versions;
  readonly findCachedPage: FindCachedPage;
}

export function composeCache(
  config: ConfigOf<'api'>,
  { catalogue, limiters }: Engines,
  { logger, shutdownHooks }: ApiContext,
): Cache {
  const budget = cacheBudget({ pages: config.PAGE_CACHE_BYTES, searches: config.SEARCH_CACHE_BYTES });
  const versions = followVersions({ database: catalogue.database, logger });
  shutdownHooks.onStop('change stream', () => withTimeout(CLOSE_TIMEOUT_MS, versions.close(), undefined));
  const pages = createPageCache({ maxBytes: budget.pages, versions });
  return { budget, versions, findCachedPage: createFindCachedPage(pages, limiters.mongodb) };
}
