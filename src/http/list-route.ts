/** The way of a request for a page of a list, once its token is known: parse → page cache → concurrency limit → read → send. */
import type { RequestHandler, Response } from 'express';
import type * as z from 'zod';
import type { CachedPage, LoadedPage, PageCache } from '../cache/page-cache.ts';
import { ClientDisconnected, type ConcurrencyLimiter } from '../runtime/concurrency-limiter.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import { scopeOf } from './context.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { linkHeader, type PageRequest } from './pagination.ts';
import { sendPage } from './respond.ts';
import { parseQuery } from './validation.ts';

/** What routes of lists share. */
export interface ListDependencies {
  readonly pages: PageCache;
  readonly mongodbLimiter: ConcurrencyLimiter;
}

/** `isDisconnected`: the client disconnected, and the read may throw ClientDisconnected. */
export type ReadPage<R> = (scope: MerchantScope, request: R, isDisconnected: () => boolean) => Promise<LoadedPage>;

interface ListRoute<S extends z.ZodObject> extends ListDependencies {
  readonly resource: string;
  readonly parameters: S;
  /** Reads a page and serialises it. */
  readonly read: ReadPage<z.output<S> & PageRequest>;
}

export function listRoute<S extends z.ZodObject>(route: ListRoute<S>): RequestHandler {
  const { resource, parameters, pages, mongodbLimiter, read } = route;
  return async (request, response) => {
    const url = request.originalUrl;
    const parsed = parseQuery(url, parameters) as z.output<S> & PageRequest;
    const scope = scopeOf(response);
    const signal = disconnectSignal(response);
    const isDisconnected = () => signal.aborted;
    const load = () => mongodbLimiter.run(scope.merchantId, () => read(scope, parsed, isDisconnected), signal);
    const { page, total } = await findPage(() => pages.get({ scope, resource, request: parsed, load }), response);
    response.setHeader('Link', linkHeader(resource, url, parsed, total));
    await sendPage(request, response, page);
  };
}

/** Clients share the read of a page. If the client that began it disconnects, another one begins again. */
async function findPage(get: () => Promise<CachedPage>, response: Response): Promise<CachedPage> {
  for (;;) {
    try {
      return await get();
    } catch (error) {
      if (!(error instanceof ClientDisconnected) || response.destroyed) throw error;
    }
  }
}
