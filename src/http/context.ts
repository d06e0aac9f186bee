/** What the parts of the API know of a request while it is answered. Kept in Express's `response.locals`. */
import type { Response } from 'express';
import type { Authentication } from '../tenancy/authenticate.ts';
import type { MerchantScope } from '../tenancy/scope.ts';

interface RequestContext {
  requestId: string;
  /** The pattern of the route that answers; absent when none does. */
  route?: string;
  authentication?: Authentication;
}

/** The context of the request that this response answers. */
export const contextOf = (response: Response): Partial<RequestContext> => response.locals as Partial<RequestContext>;

/** The scope that the request's token opened. Throws when the route is not behind `requireToken`: a fault of ours. */
export function scopeOf(response: Response): MerchantScope {
  const { authentication } = contextOf(response);
  if (authentication === undefined) throw new Error('a route reads data without requireToken before it');
  return authentication.scope;
}
