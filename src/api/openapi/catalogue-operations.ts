/** The operations on a merchant's catalogue, from the schemas that validate their requests and type their responses. */
import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { collectionsParameters } from '../../collections/parameters.ts';
import { collectionExample, collectionSchema } from '../../collections/schema.ts';
import { listExample, listSchema } from '../../http/schema.ts';
import { productExample } from '../../products/examples.ts';
import { productsParameters } from '../../products/parameters.ts';
import { productSchema } from '../../products/schema.ts';
import { searchBody } from '../../search/parameters.ts';
import { resultsBody } from '../../search/results/parameters.ts';
import { resultsExamples, resultsSchema } from '../../search/results/schema.ts';
import { formAExample, formASchema, formBExample, formBSchema } from '../../search/schema.ts';
import { suggestionsParameters } from '../../search/suggestions/parameters.ts';
import { suggestionsExample, suggestionsSchema } from '../../search/suggestions/schema.ts';
import { type HeaderName, headers } from './headers.ts';
import { problems } from './problems.ts';

/** The settings that the responses depend on. */
export interface CatalogueSettings {
  /** Whether `/metrics` is on the API's port. */
  readonly servesMetrics: boolean;
  readonly maxPerPage: number;
  readonly maxLimit: number;
  readonly productsLimit: number;
  readonly form: 'A' | 'B';
  /** Whether tokens have a rate limit. */
  readonly isLimited: boolean;
  /** Whether addresses have a limit of failed authentications. */
  readonly limitsFailures: boolean;
}

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

export function catalogueOperations(settings: CatalogueSettings): ZodOpenApiPathsObject {
  const { maxPerPage, maxLimit, productsLimit, form, isLimited, limitsFailures } = settings;
  const always: readonly HeaderName[] = [
    'X-Request-Id',
    'Cache-Control',
    'Vary',
    ...(isLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ];
  const failures = (...more: readonly number[]): ZodOpenApiResponsesObject =>
    problems(400, 401, 403, 405, 408, 414, ...more, ...(isLimited || limitsFailures ? [429] : []), 431, 500, 503);

  const list = (own: {
    readonly operationId: string;
    readonly summary: string;
    readonly description: string;
    readonly parameters: z.ZodObject;
    readonly item: z.ZodType;
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
          content: { 'application/json': { schema: listSchema(own.item), example: own.example } },
        },
        '304': { description: 'The client has this page already.', headers: listHeaders },
        ...failures(),
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
        item: productSchema,
        example: listExample('products', productExample),
      }),
    },
    '/v1/products/{id}': {
      get: {
        operationId: 'getProduct',
        summary: 'One product',
        description:
          'The product with this id, as a page of products has it. A product that does not exist, that is another merchant’s or that ' +
          'the token may not see is not found. HEAD gets the same headers without the body.',
        tags: ['catalogue'],
        requestParams: {
          path: z.object({
            id: z
              .string()
              .min(1)
              .meta({ description: 'The id of the product.', examples: ['tent-2'] }),
          }),
          header: z.object({ 'If-None-Match': ifNoneMatch, 'X-Request-Id': requestId }),
        },
        responses: {
          '200': {
            description: 'The product.',
            headers: headers(...always, 'ETag'),
            content: { 'application/json': { schema: productSchema, example: productExample } },
          },
          '304': { description: 'The client has this product already.', headers: headers(...always, 'ETag') },
          ...failures(404),
        },
      },
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
            description: 'The products that match.',
            headers: headers(...always),
            content: {
              'application/json':
                form === 'A'
                  ? { schema: formASchema, example: formAExample }
                  : { schema: formBSchema, example: formBExample },
            },
          },
          ...failures(413, 415),
        },
      },
    },
    '/v1/search': {
      post: {
        operationId: 'search',
        summary: 'A page of search results',
        description:
          'A page of the products that have all words of a query, with their total, facets, and the order that the page asks for. ' +
          'Without a query: all products, newest first.',
        tags: ['catalogue'],
        requestParams: { header: z.object({ 'X-Request-Id': requestId }) },
        requestBody: {
          description: 'At most 16 KiB.',
          required: true,
          content: { 'application/json': { schema: resultsBody, examples: valuesOf('request') } },
        },
        responses: {
          '200': {
            description: 'The page. Its total, facets and order speak of the same products.',
            headers: headers(...always, 'Catalogue-Search-Id'),
            content: { 'application/json': { schema: resultsSchema, examples: valuesOf('response') } },
          },
          ...failures(413, 415),
        },
      },
    },
    '/v1/search/suggestions': {
      get: {
        operationId: 'suggest',
        summary: 'What a search box suggests',
        description:
          'Completions of what has been typed so far: queries that shoppers of the token’s merchant asked often and found, products, and ' +
          'collections. A query is suggested only if one published product has all its words, so that nothing that people typed about ' +
          'themselves comes back. HEAD gets the same headers without the body.',
        tags: ['catalogue'],
        requestParams: {
          query: suggestionsParameters,
          header: z.object({ 'If-None-Match': ifNoneMatch, 'X-Request-Id': requestId }),
        },
        responses: {
          '200': {
            description: 'The suggestions; each list may be empty.',
            headers: headers(...always, 'ETag'),
            content: { 'application/json': { schema: suggestionsSchema, example: suggestionsExample } },
          },
          '304': { description: 'The caller has this answer already.', headers: headers(...always, 'ETag') },
          ...failures(),
        },
      },
    },
    '/v1/collections': {
      get: list({
        operationId: 'listCollections',
        summary: 'A page of collections',
        description: `The collections of the token’s merchant, newest first, each with its first ${productsLimit} products.`,
        parameters: collectionsParameters(maxPerPage),
        item: collectionSchema,
        example: listExample('collections', collectionExample),
        headers: ['Catalogue-Truncated', 'Catalogue-Truncated-Count'],
      }),
    },
  };
}

const valuesOf = (side: 'request' | 'response') =>
  Object.fromEntries(Object.entries(resultsExamples).map(([name, example]) => [name, { value: example[side] }]));
