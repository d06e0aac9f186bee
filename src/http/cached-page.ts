/** Finds a page in the page cache, or reads it: page cache → concurrency limit → read. */
import type { Response } from 'express';
import type { CachedPage, LoadedPage, PageCache } from '../cache/page-cache.ts';
import { ClientDisconnected } from '../runtime/client-disconnected.ts';
import type { ConcurrencyLimiter } from '../runtime/concurrency/concurrency-limiter.ts';
import { scopeOf } from './context.ts';
import { disconnectSignal } from './disconnect-signal.ts';

interface PageRead {
  readonly resource: string;
  /** The parsed request. */
  readonly request: object;
  /** Reads the page and serialises it. May throw the signal's reason, ClientDisconnected, once it is aborted. */
  readonly load: (signal: AbortSignal) => Promise<LoadedPage>;
}

/**
 * Clients share the read of a page. If the client whose request began it disconnects, another one reads again. Throws
 * what `load` throws.
 */
export type FindCachedPage = (read: PageRead, response: Response) => Promise<CachedPage>;

export function createFindCachedPage(pages: PageCache, mongodbLimiter: ConcurrencyLimiter): FindCachedPage {
  return async ({ resource, request, load }, response) => {
    const scope = scopeOf(response);
    const signal = disconnectSignal(response);
    const loadWithPermit = () => mongodbLimiter.run(scope.merchantId, () => load(signal), signal);
    for (;;) {
      try {
        return await pages.get({ scope, resource, request }, loadWithPermit);
      } catch (error) {
        if (!(error instanceof ClientDisconnected) || response.destroyed) throw error;
      }
    }
  };
}
