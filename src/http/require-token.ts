/** Lets a request go on only with a valid token; what it opens is then in the request's context. */
import type { RequestHandler } from 'express';
import type { Authenticate } from '../tenancy/authenticate.ts';
import { contextOf } from './context.ts';

export function requireToken(authenticate: Authenticate): RequestHandler {
  return async (request, response, next) => {
    contextOf(response).authentication = await authenticate(request.get('authorization'));
    next();
  };
}
