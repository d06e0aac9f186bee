/** The context of a request while it is processed. It is Express's `response.locals`. */
import type { ServerResponse } from 'node:http';
import type { MerchantScope } from '../catalogue/merchant-scope.ts';
import type { Problem } from '../runtime/problems.ts';
import type { Authentication } from '../tenancy/authenticate.ts';

interface RequestContext {
  requestId: string;
  /** The pattern of the matched route; absent if no route matched. */
  route?: string;
  authentication?: Authentication;
  /**
   * Counts the bytes of a body until the response closes. Throws the Problem `overloaded`. Absent on routes without a
   * token, whose bodies are few and small.
   */
  countUnsent?: (body: Buffer) => void;
  /** What went wrong, for the access log. */
  problem?: Problem;
}

/** Returns the context of the request that this response belongs to. */
export function contextOf(response: ServerResponse): Partial<RequestContext> {
  const holder = response as { locals?: Partial<RequestContext> };
  holder.locals ??= {};
  return holder.locals;
}

/**
 * Returns the scope of the request's token. Throws if the route isn't behind `requireToken`, which is a programming
 * error.
 */
export function scopeOf(response: ServerResponse): MerchantScope {
  const { authentication } = contextOf(response);
  if (authentication === undefined) throw new Error('a route reads data without requireToken before it');
  return authentication.scope;
}
