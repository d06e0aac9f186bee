/** The headers of answers, each described once. */
import type { ZodOpenApiHeaderObject } from 'zod-openapi';

interface Header {
  readonly description: string;
  readonly example: string;
  /** Absent from some answers that name it. */
  readonly sometimes?: true;
  readonly pattern?: string;
}

const HEADERS = {
  'X-Request-Id': {
    description:
      'The caller’s own where it is 1 to 128 of `A-Z a-z 0-9 . _ -`, else a new one. In logs and problems too.',
    example: 'storefront-42',
    pattern: '^[A-Za-z0-9._-]{1,128}$',
  },
  'Cache-Control': {
    description: 'Answers about a merchant are never kept by a shared cache.',
    example: 'private, no-cache',
  },
  Vary: { description: 'What the answer depends on.', example: 'Authorization, Accept-Encoding' },
  ETag: {
    description: 'Names this answer; `If-None-Match` with it gets a 304 while nothing has changed.',
    example: 'W/"k3jQ"',
  },
  Link: {
    description: 'The pages `first`, `last`, `next` and `prev`, with all parameters of the request kept (RFC 8288).',
    example: '</v1/products?page=1>; rel="first", </v1/products?page=1>; rel="last"',
  },
  'Catalogue-Truncated': {
    description:
      'The ids, percent-encoded, of the collections that have more products than were sent; ' +
      '`GET /v1/products?collection=` has all. Absent when all were sent.',
    example: 'camping, garden%20tools',
    sometimes: true,
  },
  'Catalogue-Truncated-Count': {
    description: 'How many collections were cut short: a very long list of their ids is cut itself.',
    example: '2',
    sometimes: true,
    pattern: '^[1-9][0-9]*$',
  },
  RateLimit: {
    description:
      'Requests that are left (`r`), and seconds until the bucket is full (`t`): draft-ietf-httpapi-ratelimit-headers.',
    example: '"token";r=199;t=1',
    sometimes: true,
  },
  'RateLimit-Policy': {
    description: 'How many requests may come at once (`q`), and the seconds in which as many are granted anew (`w`).',
    example: '"token";q=200;w=2',
    sometimes: true,
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', example: '2', pattern: '^[1-9][0-9]*$' },
  'WWW-Authenticate': {
    description: 'The scheme that is asked for; with `error` where a token was sent.',
    example: 'Bearer realm="catalogue", error="invalid_token"',
  },
  Allow: { description: 'The methods that the path offers.', example: 'GET, HEAD, OPTIONS' },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** References to headers, for an answer that carries them. */
export const headers = (...names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The descriptions that the references lead to. */
export function headerComponents(names: ReadonlySet<string>): Record<string, ZodOpenApiHeaderObject> {
  const used = Object.entries<Header>(HEADERS).filter(([name]) => names.has(name));
  return Object.fromEntries(
    used.map(([name, { description, example, sometimes, pattern }]) => [
      name,
      {
        description,
        required: sometimes !== true,
        schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
        example,
      },
    ]),
  );
}
