/** The operations on the service itself. They need no token. */
import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { PROBLEM_CODES } from '../../runtime/problems.ts';
import { DOCUMENTATION_FILES } from './documentation-page.ts';
import { headers } from './headers.ts';
import { problems } from './problems.ts';

const livenessSchema = z
  .strictObject({ status: z.literal('ok').meta({ description: 'Always `ok`.' }) })
  .meta({ id: 'Liveness', description: 'This process responds.' });

const checkSchema = z.string().meta({ description: '`ok`, or what is wrong.', examples: ['ok'] });

const readinessSchema = z
  .strictObject({
    status: z.enum(['ok', 'degraded', 'not ready', 'stopping']).meta({
      description: '`degraded`: only search is unavailable.',
      examples: ['ok'],
    }),
    checks: z
      .strictObject({ mongodb: checkSchema, meilisearch: checkSchema })
      .meta({ description: 'The engines, by name.' }),
  })
  .meta({ id: 'Readiness', description: 'Whether requests should be sent to this process.' });

/** An operation without a token. */
const open = (
  operation: Pick<ZodOpenApiOperationObject, 'operationId' | 'summary' | 'description' | 'requestParams' | 'responses'>,
): ZodOpenApiOperationObject => ({
  ...operation,
  tags: ['service'],
  security: [],
  responses: { ...operation.responses, ...problems(400, 405, 408, 414, 431, 500) },
});

/** A response about the state of the process, which nothing may cache. */
const state = (description: string, schema: z.ZodType, example: object) => ({
  description,
  headers: headers('X-Request-Id', 'Cache-Control'),
  content: { 'application/json': { schema, example } },
});

/** A file that everybody may cache. */
const file = (description: string, ...mediaTypes: readonly string[]) => ({
  description,
  headers: headers('X-Request-Id', 'Cache-Control', 'ETag', 'Vary'),
  content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: z.string() }])),
});

/** With If-None-Match, in place of a file. */
const notModified = {
  '304': {
    description: 'The client has this file already.',
    headers: headers('X-Request-Id', 'Cache-Control', 'ETag', 'Vary'),
  },
};

const page = { '200': file('The page.', 'text/html'), ...notModified };

const okExample = { status: 'ok', checks: { mongodb: 'ok', meilisearch: 'ok' } };
const notReadyExample = { status: 'not ready', checks: { mongodb: 'does not answer', meilisearch: 'ok' } };

export const serviceOperations = {
  '/livez': {
    get: open({
      operationId: 'isAlive',
      summary: 'Whether this process responds',
      description: 'Says nothing about the engines: a process must not be restarted because of them.',
      responses: {
        '200': state('It responds.', livenessSchema, { status: 'ok' }),
      },
    }),
  },
  '/readyz': {
    get: open({
      operationId: 'isReady',
      summary: 'Whether requests should be sent here',
      description: 'Names each engine. Without Meilisearch only search is out: the process is `degraded` and ready.',
      responses: {
        '200': state('Ready.', readinessSchema, okExample),
        '503': state('Not ready.', readinessSchema, notReadyExample),
      },
    }),
  },
  '/metrics': {
    get: open({
      operationId: 'readMetrics',
      summary: 'Metrics',
      description: 'For Prometheus. They name routes and engines, never a merchant.',
      responses: {
        '200': {
          description: 'The text format of Prometheus.',
          headers: headers('X-Request-Id'),
          content: { 'text/plain': { schema: z.string() } },
        },
      },
    }),
  },
  '/openapi.json': {
    get: open({
      operationId: 'readDescription',
      summary: 'This description',
      description: 'The operations of this process, as it is configured.',
      responses: {
        '200': {
          ...file('An OpenAPI 3.1 document.'),
          content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
        },
        ...notModified,
      },
    }),
  },
  '/docs': {
    get: open({
      operationId: 'readDocumentation',
      summary: 'This description as a page',
      description: 'For people. It can send requests with a token, which the browser does not store.',
      responses: page,
    }),
  },
  '/docs/problems': {
    get: open({
      operationId: 'listProblems',
      summary: 'All problems as a page',
      description: 'The codes of error responses, each with a link to the page about it.',
      responses: page,
    }),
  },
  '/docs/problems/{code}': {
    get: open({
      operationId: 'explainProblem',
      summary: 'A problem as a page',
      description:
        'What the problem means, and what to do next. This is the address in the `type` of an error response.',
      requestParams: { path: z.object({ code: z.enum(PROBLEM_CODES).meta({ description: 'The code.' }) }) },
      responses: { ...page, ...problems(404) },
    }),
  },
  '/docs/{file}': {
    get: open({
      operationId: 'readDocumentationFile',
      summary: 'A file of the page',
      description: 'This process serves every file that the page loads.',
      requestParams: {
        path: z.object({ file: z.enum(DOCUMENTATION_FILES).meta({ description: 'The name of the file.' }) }),
      },
      responses: {
        '200': file('The file.', 'text/css', 'text/javascript'),
        ...notModified,
        ...problems(404),
      },
    }),
  },
} satisfies ZodOpenApiPathsObject;
