/**
 * Handles a request for a page of a list, after authentication: parse → page cache → concurrency limit → read → send.
 */
import type { RequestHandler } from 'express';
import type * as z from 'zod';
import type { LoadedPage } from '../cache/page-cache.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import { findCachedPage, type PageDependencies } from './cached-page.ts';
import { scopeOf } from './context.ts';
import { linkHeader, type PageRequest } from './pagination.ts';
import { sendPage } from './respond.ts';
import { knownParameters, parseParameters, queryOf } from './validation.ts';

/** Reads a page and serialises it. May throw the signal's reason, ClientDisconnected, once it is aborted. */
export type ReadPage<R> = (scope: MerchantScope, request: R, signal: AbortSignal) => Promise<LoadedPage>;

interface ListRoute<S extends z.ZodObject> extends PageDependencies {
  readonly resource: string;
  readonly parameters: S;
  readonly read: ReadPage<z.output<S> & PageRequest>;
}

export function listRoute<S extends z.ZodObject>(route: ListRoute<S>): RequestHandler {
  const { resource, parameters, read } = route;
  return async (request, response) => {
    const url = request.originalUrl;
    const parsed = parseParameters(url, parameters) as z.output<S> & PageRequest;
    const scope = scopeOf(response);
    const { page, total } = await findCachedPage(
      route,
      { resource, request: parsed, read: (signal) => read(scope, parsed, signal) },
      response,
    );
    const links = { given: queryOf(url), known: knownParameters(url, parameters) };
    response.setHeader('Link', linkHeader(resource, links, parsed, total));
    await sendPage(request, response, page);
  };
}
