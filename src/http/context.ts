/** What the parts of the API know of a request while it is answered. Kept where Express keeps `response.locals`. */
import type { ServerResponse } from 'node:http';
import type { Authentication } from '../tenancy/authenticate.ts';
import type { MerchantScope } from '../tenancy/scope.ts';

interface RequestContext {
  requestId: string;
  /** The pattern of the route that answers; absent when none does. */
  route?: string;
  authentication?: Authentication;
}

/** The context of the request that this response answers. */
export function contextOf(response: ServerResponse): Partial<RequestContext> {
  const holder = response as { locals?: Partial<RequestContext> };
  holder.locals ??= {};
  return holder.locals;
}

/** The scope that the request's token opened. Throws when the route is not behind `requireToken`: a fault of ours. */
export function scopeOf(response: ServerResponse): MerchantScope {
  const { authentication } = contextOf(response);
  if (authentication === undefined) throw new Error('a route reads data without requireToken before it');
  return authentication.scope;
}
