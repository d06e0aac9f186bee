/** What is done for each request at one point of its way, at once and without ending it: in Express or before it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

export type Step = (request: IncomingMessage, response: ServerResponse) => void;

/** A step as a part of a route. */
export const asHandler =
  (step: Step): RequestHandler =>
  (request, response, next) => {
    step(request, response);
    next();
  };
