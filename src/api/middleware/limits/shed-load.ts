/**
 * Rejects requests with 503 while the event loop is behind: queueing them would only slow down every response. Calls
 * `onShed` for each rejected request.
 */
import type { RequestHandler } from 'express';
import { overloaded } from '../../../runtime/problems.ts';

export function shedLoad(isBehind: () => boolean, onShed: () => void): RequestHandler {
  return (_request, _response, next) => {
    if (isBehind()) {
      onShed();
      throw overloaded('the event loop is behind');
    }
    next();
  };
}
