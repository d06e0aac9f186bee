/** Assigns each request an id: the client's `X-Request-Id` if it is safe to echo and log, else a new one. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { contextOf } from '../context.ts';

const SAFE_ID = /^[A-Za-z0-9._-]{1,128}$/;

export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID();
  contextOf(response).requestId = id;
  response.setHeader('X-Request-Id', id);
  next();
};
