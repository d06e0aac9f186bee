/** What the operations on a merchant's catalogue have in common: request headers, response headers and problems. */
import * as z from 'zod';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import type { ConfigOf } from '../../config.ts';
import type { HeaderName } from './headers.ts';
import { problems } from './problems.ts';

const requestId = z
  .string()
  .optional()
  .meta({
    description: 'Identifies the request in logs, problems and the response.',
    examples: ['storefront-42'],
  });
const ifNoneMatch = z
  .string()
  .optional()
  .meta({
    description: 'The `ETag` of a response that the client has.',
    examples: ['W/"k3jQ"'],
  });

/** The headers of every request, and those of a request for a response with an ETag. */
export const requestHeaders = z.object({ 'X-Request-Id': requestId });
export const conditionalHeaders = z.object({ 'If-None-Match': ifNoneMatch, 'X-Request-Id': requestId });

/** What all operations have in common. */
export interface CommonResponses {
  /** The headers of every response. */
  readonly always: readonly HeaderName[];
  /** The errors of every operation, with its own ones. */
  readonly failures: (...own: readonly number[]) => ZodOpenApiResponsesObject;
}

export function commonResponses(config: ConfigOf<'api'>): CommonResponses {
  const isLimited = config.RATE_LIMIT_PER_SECOND > 0;
  const limitsFailures = config.FAILED_AUTHENTICATIONS_PER_MINUTE > 0;
  return {
    always: [
      ...(['X-Request-Id', 'Cache-Control', 'Vary'] as const),
      ...(isLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ],
    failures: (...own) =>
      problems(400, 401, 403, 405, 408, 414, ...own, ...(isLimited || limitsFailures ? [429] : []), 431, 500, 503),
  };
}
