/** The operations on a merchant's catalogue, from the schemas that validate their requests and type their responses. */
import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { collectionsParameters } from '../../collections/parameters.ts';
import { collectionSchema } from '../../collections/schema.ts';
import type { ConfigOf } from '../../config.ts';
import { pageMeta } from '../../http/pagination.ts';
import { exampleOf, listSchema } from '../../http/schema.ts';
import { productsParameters } from '../../products/parameters.ts';
import { productExample, productSchema } from '../../products/schema.ts';
import { type CommonResponses, commonResponses, conditionalHeaders } from './common-responses.ts';
import { type HeaderName, headers } from './headers.ts';
import { resultsOperation, searchOperation, suggestionsOperation } from './search-operations.ts';

export function catalogueOperations(config: ConfigOf<'api'>): ZodOpenApiPathsObject {
  const { MAX_PER_PAGE: maxPerPage, COLLECTION_PRODUCTS_LIMIT: productsLimit } = config;
  const common = commonResponses(config);
  return {
    '/v1/products': {
      get: listOperation(common, {
        resource: 'products',
        operationId: 'listProducts',
        summary: 'A page of products',
        description: 'The products of the token’s merchant, page by page.',
        parameters: productsParameters(maxPerPage),
        item: productSchema,
      }),
    },
    '/v1/products/{id}': { get: productOperation(common) },
    '/v1/products/search': { post: searchOperation(common, config) },
    '/v1/search': { post: resultsOperation(common) },
    '/v1/search/suggestions': { get: suggestionsOperation(common) },
    '/v1/collections': {
      get: listOperation(common, {
        resource: 'collections',
        operationId: 'listCollections',
        summary: 'A page of collections',
        description: `The collections of the token’s merchant, newest first, each with its first ${productsLimit} products.`,
        parameters: collectionsParameters(maxPerPage),
        item: collectionSchema,
        headers: ['Catalogue-Truncated', 'Catalogue-Truncated-Count'],
      }),
    },
  };
}

interface List {
  readonly resource: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: z.ZodObject;
  readonly item: z.ZodType;
  readonly headers?: readonly HeaderName[];
}

function listOperation({ always, failures }: CommonResponses, list: List): ZodOpenApiOperationObject {
  const example = { meta: pageMeta(list.resource, { page: 1, perPage: 100 }, 1), data: [exampleOf(list.item)] };
  const listHeaders = headers(...always, 'ETag', 'Link', ...(list.headers ?? []));
  return {
    operationId: list.operationId,
    summary: list.summary,
    description: `${list.description} HEAD gets the same headers without the body.`,
    tags: ['catalogue'],
    requestParams: {
      query: list.parameters,
      header: conditionalHeaders,
    },
    responses: {
      '200': {
        description: 'A page.',
        headers: listHeaders,
        content: { 'application/json': { schema: listSchema(list.item), example } },
      },
      '304': { description: 'The client has this page already.', headers: listHeaders },
      ...failures(),
    },
  };
}

function productOperation({ always, failures }: CommonResponses): ZodOpenApiOperationObject {
  return {
    operationId: 'getProduct',
    summary: 'One product',
    description:
      'The product with this id, in the same form as in a page of products. A product that does not exist, belongs to another ' +
      'merchant, or is hidden from the token is a 404. HEAD gets the same headers without the body.',
    tags: ['catalogue'],
    requestParams: {
      path: z.object({
        id: z
          .string()
          .min(1)
          .meta({ description: 'The id of the product.', examples: ['tent-2'] }),
      }),
      header: conditionalHeaders,
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
  };
}
