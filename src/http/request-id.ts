/** Gives each request an id: the caller's own where it is safe to echo and log, else a new one. */
import { randomUUID } from 'node:crypto';
import { contextOf } from './context.ts';
import type { Step } from './step.ts';

const SAFE_ID = /^[A-Za-z0-9._-]{1,128}$/;

export const giveId: Step = (request, response) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID();
  contextOf(response).requestId = id;
  response.setHeader('X-Request-Id', id);
};
