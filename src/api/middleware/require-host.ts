/**
 * Rejects an HTTP/1.1 request without a Host header, or with more than one, as RFC 9112 (3.2) requires. Node would
 * respond to the first without a body, and use the first value of the second.
 */
import type { RequestHandler } from 'express';
import { invalidRequest } from '../../runtime/problems.ts';

/** Throws the Problem `invalid_request`. */
export const requireHost: RequestHandler = ({ httpVersion, headersDistinct }, _response, next) => {
  const count = headersDistinct.host?.length ?? 0;
  if (httpVersion === '1.1' && count !== 1) {
    const message = count === 0 ? 'is required in HTTP/1.1' : 'is allowed once';
    throw invalidRequest([{ path: 'Host', message }]);
  }
  next();
};
