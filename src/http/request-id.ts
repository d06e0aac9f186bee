/** Gives each request an id: the caller's own where it is safe to echo and log, else a new one. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { contextOf } from './context.ts';

const SAFE_ID = /^[A-Za-z0-9._-]{1,128}$/;

export function requestId(): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id');
    const id = given !== undefined && SAFE_ID.test(given) ? given : randomUUID();
    contextOf(response).requestId = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}
