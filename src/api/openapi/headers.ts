/** The response headers, each described once. */
import type { ZodOpenApiHeaderObject } from 'zod-openapi';

interface Header {
  readonly description: string;
  readonly example: string;
  /** Whether some responses that name the header lack it. */
  readonly isOptional?: true;
  readonly pattern?: string;
}

const HEADERS = {
  'X-Request-Id': {
    description:
      'The client’s own if it has 1 to 128 of `A-Z a-z 0-9 . _ -`, else a new one. Also in logs and problems.',
    example: 'storefront-42',
    pattern: '^[A-Za-z0-9._-]{1,128}$',
  },
  'Cache-Control': {
    description: 'Shared caches never store responses about a merchant.',
    example: 'private, no-cache',
  },
  Vary: { description: 'The request headers that the response depends on.', example: 'Authorization, Accept-Encoding' },
  ETag: {
    description: 'Identifies this response. `If-None-Match` with it gets a 304 until something changes.',
    example: 'W/"k3jQ"',
  },
  Link: {
    description:
      'The pages `next`, `prev`, `first` and `last`, with all parameters of the request (RFC 8288). Above 10,000 ' +
      'characters: with the parameters of the list alone, and as many of these links, in this order, as fit.',
    example: '</v1/products?page=1>; rel="first", </v1/products?page=1>; rel="last"',
  },
  'Catalogue-Truncated': {
    description:
      'The ids, percent-encoded, of the collections that have more products than this response; ' +
      '`GET /v1/products?collection=` has all. Absent if no collection is truncated.',
    example: 'camping, garden%20tools',
    isOptional: true,
  },
  'Catalogue-Truncated-Count': {
    description: 'How many collections are truncated. A very long list of their ids is itself truncated.',
    example: '2',
    isOptional: true,
    pattern: '^[1-9][0-9]*$',
  },
  'Catalogue-Search-Id': {
    description: 'Identifies the search; also `meta.searchId` of the response.',
    example: '6f1c8e1e-2f55-4c0e-9a53-0c8b6e4c1b7a',
  },
  RateLimit: {
    description:
      'Requests that remain (`r`), and seconds until the bucket is full (`t`): draft-ietf-httpapi-ratelimit-headers.',
    example: '"token";r=199;t=1',
    isOptional: true,
  },
  'RateLimit-Policy': {
    description: 'How many requests may come at once (`q`), and the seconds in which as many are granted again (`w`).',
    example: '"token";q=200;w=2',
    isOptional: true,
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', example: '2', pattern: '^[1-9][0-9]*$' },
  'WWW-Authenticate': {
    description: 'The authentication scheme; with `error` if the request has a token.',
    example: 'Bearer realm="catalogue", error="invalid_token"',
  },
  Allow: { description: 'The methods that the path allows.', example: 'GET, HEAD, OPTIONS' },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** References to these headers, for a response that has them. */
export const headers = (...names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The components that the references point to. */
export function headerComponents(names: ReadonlySet<string>): Record<string, ZodOpenApiHeaderObject> {
  const used = Object.entries<Header>(HEADERS).filter(([name]) => names.has(name));
  return Object.fromEntries(
    used.map(([name, { description, example, isOptional, pattern }]) => [
      name,
      {
        description,
        required: isOptional !== true,
        schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
        example,
      },
    ]),
  );
}
