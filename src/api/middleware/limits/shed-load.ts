/** Rejects requests with 503 while the event loop is behind: queueing them would only slow down every response. */
import type { RequestHandler } from 'express';
import { Overloaded } from '../../../runtime/problems.ts';

export function shedLoad(isBehind: () => boolean): RequestHandler {
  return (_request, _response, next) => {
    if (isBehind()) throw new Overloaded('event loop');
    next();
  };
}
