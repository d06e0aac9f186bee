/** The operations on the service itself. They need no token. */
import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { livenessSchema, readinessSchema } from '../../http/schema.ts';
import { PROBLEM_CODES } from '../../runtime/problems.ts';
import { DOCUMENTATION_FILES } from './documentation-page.ts';
import { headers } from './headers.ts';
import { problems } from './problems.ts';

const PUBLIC_HEADERS = headers('X-Request-Id', 'Cache-Control', 'ETag', 'Vary');

/** An operation without a token. */
const open = (
  operation: Pick<ZodOpenApiOperationObject, 'operationId' | 'summary' | 'description' | 'requestParams' | 'responses'>,
): ZodOpenApiOperationObject => ({
  ...operation,
  tags: ['service'],
  security: [],
  responses: { ...operation.responses, ...problems(405, 414, 500) },
});

const pageResponse = {
  description: 'The page.',
  headers: PUBLIC_HEADERS,
  content: { 'text/html': { schema: z.string() } },
};

const okExample = { status: 'ok', checks: { mongodb: 'ok', meilisearch: 'ok' } };
const notReadyExample = { status: 'not ready', checks: { mongodb: 'does not answer', meilisearch: 'ok' } };

export const serviceOperations = {
  '/livez': {
    get: open({
      operationId: 'isAlive',
      summary: 'Whether this process responds',
      description: 'Says nothing about the engines: a process must not be restarted because of them.',
      responses: {
        '200': {
          description: 'It responds.',
          headers: headers('X-Request-Id', 'Cache-Control'),
          content: { 'application/json': { schema: livenessSchema, example: { status: 'ok' } } },
        },
      },
    }),
  },
  '/readyz': {
    get: open({
      operationId: 'isReady',
      summary: 'Whether requests should be sent here',
      description: 'Names each engine. Without Meilisearch only search is out: the process is `degraded` and ready.',
      responses: {
        '200': {
          description: 'Ready.',
          headers: headers('X-Request-Id', 'Cache-Control'),
          content: { 'application/json': { schema: readinessSchema, example: okExample } },
        },
        '503': {
          description: 'Not ready.',
          headers: headers('X-Request-Id', 'Cache-Control'),
          content: { 'application/json': { schema: readinessSchema, example: notReadyExample } },
        },
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
          description: 'An OpenAPI 3.1 document.',
          headers: PUBLIC_HEADERS,
          content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
        },
      },
    }),
  },
  '/docs': {
    get: open({
      operationId: 'readDocumentation',
      summary: 'This description as a page',
      description: 'For people. It can send requests with a token, which the browser does not store.',
      responses: { '200': pageResponse },
    }),
  },
  '/docs/problems': {
    get: open({
      operationId: 'listProblems',
      summary: 'All problems as a page',
      description: 'The codes of error responses, each with a link to the page about it.',
      responses: { '200': pageResponse },
    }),
  },
  '/docs/problems/{code}': {
    get: open({
      operationId: 'explainProblem',
      summary: 'A problem as a page',
      description:
        'What the problem means, and what to do next. This is the address in the `type` of an error response.',
      requestParams: { path: z.object({ code: z.enum(PROBLEM_CODES).meta({ description: 'The code.' }) }) },
      responses: { '200': pageResponse, ...problems(400, 404) },
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
        '200': {
          description: 'The file.',
          headers: PUBLIC_HEADERS,
          content: { 'text/css': { schema: z.string() }, 'text/javascript': { schema: z.string() } },
        },
        ...problems(400, 404),
      },
    }),
  },
} satisfies ZodOpenApiPathsObject;
