/** Rejects an HTTP/1.1 request without a Host header, as RFC 9112 requires. Node would respond without a body. */
import type { RequestHandler } from 'express';
import { invalidRequest } from '../../runtime/problems.ts';

/** Throws the Problem `invalid_request`. */
export const requireHost: RequestHandler = ({ httpVersion, headers }, _response, next) => {
  if (httpVersion === '1.1' && headers.host === undefined)
    throw invalidRequest([{ path: 'Host', message: 'is required in HTTP/1.1' }]);
  next();
};
