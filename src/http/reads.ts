/**
 * Reads of a request that need an engine: each in a place of its merchant's (see `platform/slots.ts`), and none whose
 * caller has gone away before its turn.
 */
import type { RequestHandler, Response } from 'express';
import type { KeptPages, MadePage, Page } from '../memory/pages.ts';
import { Abandoned, type Slots } from '../platform/slots.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import { scopeOf } from './context.ts';

/** Runs a handler in a place; it must resolve when it has answered. */
export function inSlot(slots: Slots, handler: RequestHandler): RequestHandler {
  return (request, response, next) =>
    slots.run(
      scopeOf(response).merchantId,
      async () => {
        await handler(request, response, next);
      },
      () => response.destroyed,
    );
}

interface PageReads {
  readonly pages: KeptPages;
  readonly slots: Slots;
  readonly response: Response;
  /** `isAbandoned`: nobody waits for it any more, and it may throw Abandoned. */
  readonly make: (scope: MerchantScope, isAbandoned: () => boolean) => Promise<MadePage>;
}

/**
 * The page at this URL: a kept one, which needs no place, or a new one. Callers share the making of a page; where the one
 * that began it has gone away, another begins again.
 */
export async function findPage(url: string, { pages, slots, response, make }: PageReads): Promise<Page> {
  const scope = scopeOf(response);
  const isAbandoned = () => response.destroyed;
  const makeInSlot = () => slots.run(scope.merchantId, () => make(scope, isAbandoned), isAbandoned);
  for (;;) {
    try {
      return await pages.get(scope, url, makeInSlot);
    } catch (error) {
      if (!(error instanceof Abandoned) || response.destroyed) throw error;
    }
  }
}
