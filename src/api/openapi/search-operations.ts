/** The operations of search, from the schemas that validate their requests and type their responses. */
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { ConfigOf } from '../../config.ts';
import { searchBody } from '../../search/products/parameters.ts';
import { formAExample, formASchema, formBExample, formBSchema } from '../../search/products/schema.ts';
import { resultsBody } from '../../search/results/parameters.ts';
import { resultsExamples, resultsSchema } from '../../search/results/schema.ts';
import { suggestionsParameters } from '../../search/suggestions/parameters.ts';
import { suggestionsExample, suggestionsSchema } from '../../search/suggestions/schema.ts';
import { type CommonResponses, conditionalHeaders, requestHeaders } from './common-responses.ts';
import { headers } from './headers.ts';

export function searchOperation(
  { always, failures }: CommonResponses,
  { MAX_SEARCH_LIMIT: maxLimit, SEARCH_RESPONSE_FORM: form }: ConfigOf<'api'>,
): ZodOpenApiOperationObject {
  return {
    operationId: 'searchProducts',
    summary: 'Products that match a text',
    description: 'The products of the token’s merchant that match a text, best first. There are no pages.',
    tags: ['catalogue'],
    requestParams: { header: requestHeaders },
    requestBody: {
      description: 'At most 16 KiB.',
      required: true,
      content: {
        'application/json': { schema: searchBody(maxLimit), example: { query: 'red tent', limit: 3, highlight: true } },
      },
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
  };
}

export function suggestionsOperation({ always, failures }: CommonResponses): ZodOpenApiOperationObject {
  return {
    operationId: 'suggest',
    summary: 'What a search box suggests',
    description:
      'Completions of a text: frequent queries of the merchant’s shoppers that found products, and products and collections. A ' +
      'query is suggested only if one published product has all its words, so that no suggestion reveals what people typed about ' +
      'themselves. HEAD gets the same headers without the body.',
    tags: ['catalogue'],
    requestParams: {
      query: suggestionsParameters,
      header: conditionalHeaders,
    },
    responses: {
      '200': {
        description: 'The suggestions; each list may be empty.',
        headers: headers(...always, 'ETag'),
        content: { 'application/json': { schema: suggestionsSchema, example: suggestionsExample } },
      },
      '304': { description: 'The client has this response already.', headers: headers(...always, 'ETag') },
      ...failures(),
    },
  };
}

export function resultsOperation({ always, failures }: CommonResponses): ZodOpenApiOperationObject {
  return {
    operationId: 'search',
    summary: 'A page of search results',
    description:
      'A page of the products that have all words of a query, with their total, facets, and the order that the page asks for. ' +
      'Without a query: all products, newest first.',
    tags: ['catalogue'],
    requestParams: { header: requestHeaders },
    requestBody: {
      description: 'At most 16 KiB.',
      required: true,
      content: { 'application/json': { schema: resultsBody, examples: examplesOf('request') } },
    },
    responses: {
      '200': {
        description: 'The page. Its total, facets and order are of the same products.',
        headers: headers(...always, 'Catalogue-Search-Id'),
        content: { 'application/json': { schema: resultsSchema, examples: examplesOf('response') } },
      },
      ...failures(413, 415),
    },
  };
}

const examplesOf = (side: 'request' | 'response') =>
  Object.fromEntries(Object.entries(resultsExamples).map(([name, example]) => [name, { value: example[side] }]));
