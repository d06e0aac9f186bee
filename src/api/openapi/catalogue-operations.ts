/** The operations on a merchant's catalogue, from the schemas that check their requests and type their answers. */
import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { collectionsParameters } from '../../collections/parameters.ts';
import { collectionExample, collectionSchema } from '../../collections/schema.ts';
import { listExample, listSchema } from '../../http/schema.ts';
import { productExample } from '../../products/examples.ts';
import { productsParameters } from '../../products/parameters.ts';
import { productSchema } from '../../products/schema.ts';
import { searchBody } from '../../search/parameters.ts';
import { formAExample, formASchema, formBExample, formBSchema } from '../../search/schema.ts';
import { problems } from './answers.ts';
import { type HeaderName, headers } from './headers.ts';

/** What of a process's configuration its answers depend on. */
export interface CatalogueSettings {
  /** Whether `/metrics` is at the port of the other paths. */
  readonly servesMetrics: boolean;
  readonly maxPerPage: number;
  readonly maxLimit: number;
  readonly productsLimit: number;
  readonly form: 'A' | 'B';
  /** Whether tokens have a limit of requests. */
  readonly isLimited: boolean;
  /** Whether remote addresses have a limit of failed authentications. */
  readonly limitsFailures: boolean;
}

const requestId = z
  .string()
  .optional()
  .meta({
    description: 'Names the request in logs, problems and the answer.',
    examples: ['storefront-42'],
  });
const ifNoneMatch = z
  .string()
  .optional()
  .meta({
    description: 'The `ETag` of an answer that the caller has.',
    examples: ['W/"k3jQ"'],
  });

export function catalogueOperations(settings: CatalogueSettings): ZodOpenApiPathsObject {
  const { maxPerPage, maxLimit, productsLimit, form, isLimited, limitsFailures } = settings;
  const always: readonly HeaderName[] = [
    'X-Request-Id',
    'Cache-Control',
    'Vary',
    ...(isLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ];
  const refusals = (...more: readonly number[]): ZodOpenApiResponsesObject =>
    problems(400, 401, 403, 405, 408, 414, ...more, ...(isLimited || limitsFailures ? [429] : []), 431, 500, 503);

  const list = (own: {
    readonly operationId: string;
    readonly summary: string;
    readonly description: string;
    readonly parameters: z.ZodObject;
    readonly answer: z.ZodType;
    readonly example: unknown;
    readonly headers?: readonly HeaderName[];
  }): ZodOpenApiOperationObject => {
    const listHeaders = headers(...always, 'ETag', 'Link', ...(own.headers ?? []));
    return {
      operationId: own.operationId,
      summary: own.summary,
      description: `${own.description} HEAD gets the same headers without the body.`,
      tags: ['catalogue'],
      requestParams: {
        query: own.parameters,
        header: z.object({ 'If-None-Match': ifNoneMatch, 'X-Request-Id': requestId }),
      },
      responses: {
        '200': {
          description: 'A page.',
          headers: listHeaders,
          content: { 'application/json': { schema: listSchema(own.answer), example: own.example } },
        },
        '304': { description: 'The caller has this answer already.', headers: listHeaders },
        ...refusals(),
      },
    };
  };

  return {
    '/v1/products': {
      get: list({
        operationId: 'listProducts',
        summary: 'A page of products',
        description: 'The products of the token’s merchant, page by page.',
        parameters: productsParameters(maxPerPage),
        answer: productSchema,
        example: listExample('products', productExample),
      }),
    },
    '/v1/products/search': {
      post: {
        operationId: 'searchProducts',
        summary: 'Products that match a text',
        description: 'The products of the token’s merchant that match a text, best first. There are no pages.',
        tags: ['catalogue'],
        requestParams: { header: z.object({ 'X-Request-Id': requestId }) },
        requestBody: {
          description: 'At most 16 KiB.',
          required: true,
          content: { 'application/json': { schema: searchBody(maxLimit), example: { query: 'red tent', limit: 3 } } },
        },
        responses: {
          '200': {
            description: 'What was found.',
            headers: headers(...always),
            content: {
              'application/json':
                form === 'A'
                  ? { schema: formASchema, example: formAExample }
                  : { schema: formBSchema, example: formBExample },
            },
          },
          ...refusals(413, 415),
        },
      },
    },
    '/v1/products/{id}': {
      get: {
        operationId: 'readProduct',
        summary: 'One product',
        description:
          'One that does not exist, is another merchant’s, or that the token may not see: `product_not_found`. HEAD gets the ' +
          'same headers without the body.',
        tags: ['catalogue'],
        requestParams: {
          path: z.object({
            id: z
              .string()
              .min(1)
              .meta({ description: 'Its identifier.', examples: ['tent-2'] }),
          }),
          header: z.object({ 'If-None-Match': ifNoneMatch, 'X-Request-Id': requestId }),
        },
        responses: {
          '200': {
            description: 'The product.',
            headers: headers(...always, 'ETag'),
            content: { 'application/json': { schema: productSchema, example: productExample } },
          },
          '304': { description: 'The caller has this answer already.', headers: headers(...always, 'ETag') },
          ...refusals(404),
        },
      },
    },
    '/v1/collections': {
      get: list({
        operationId: 'listCollections',
        summary: 'A page of collections',
        description: `The collections of the token’s merchant, newest first, each with its first ${productsLimit} products.`,
        parameters: collectionsParameters(maxPerPage),
        answer: collectionSchema,
        example: listExample('collections', collectionExample),
        headers: ['Catalogue-Truncated', 'Catalogue-Truncated-Count'],
      }),
    },
  };
}
