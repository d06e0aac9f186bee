/** The problem responses that operations share, one for each status. */
import * as z from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import {
  PROBLEM_CODES,
  PROBLEMS,
  Problem,
  type ProblemCode,
  problemBody,
  problemType,
} from '../../runtime/problems.ts';
import { type HeaderName, headers } from './headers.ts';

const problemSchema = z
  .strictObject({
    type: z
      .string()
      .meta({ description: 'The address of a page that explains the code.', examples: [problemType('not_found')] }),
    title: z.string().meta({ description: 'What the code means, in words.', examples: [PROBLEMS.not_found.title] }),
    status: z.int().meta({ description: 'The HTTP status.', examples: [404] }),
    detail: z.string().meta({ description: 'What is wrong this time.', examples: [`${PROBLEMS.not_found.title}.`] }),
    code: z
      .enum(PROBLEM_CODES)
      .meta({ description: 'Stable, for programs. The list of values is closed.', examples: ['not_found'] }),
    requestId: z.string().meta({ description: 'The `X-Request-Id` of the response.', examples: ['storefront-42'] }),
    errors: z
      .array(
        z.strictObject({
          path: z.string().meta({ description: 'The parameter, or the path into the body.', examples: ['perPage'] }),
          message: z.string().meta({ description: 'What is allowed there.', examples: ['must be given once'] }),
        }),
      )
      .min(1)
      .optional()
      .meta({ description: 'With status 400: all errors of the request.' }),
  })
  .meta({ id: 'Problem', description: 'An error response (RFC 9457).' });

function problemExample(code: ProblemCode): Record<string, unknown> {
  const errors = code === 'invalid_request' ? [{ path: 'perPage', message: 'must be given once' }] : undefined;
  return problemBody(new Problem(code, errors === undefined ? {} : { errors }), 'storefront-42');
}

/** Headers of some statuses, beside those that every problem has. */
const MORE_HEADERS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

const nameOf = (status: number): string => `Problem${status}`;

/** References to the problem responses of these statuses. */
export const problems = (...statuses: readonly number[]): ZodOpenApiResponsesObject =>
  Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/${nameOf(status)}` }]));

/** The components that the references point to: all codes of a status, each with an example. */
export function problemComponents(statuses: ReadonlySet<number>): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries([...statuses].toSorted().map((status) => [nameOf(status), problemOf(status)]));
}

function problemOf(status: number): ZodOpenApiResponseObject {
  const codes = PROBLEM_CODES.filter((code) => PROBLEMS[code].status === status);
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: headers('X-Request-Id', 'Cache-Control', ...(MORE_HEADERS[status] ?? [])),
    content: {
      'application/problem+json': {
        schema: problemSchema,
        examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }])),
      },
    },
  };
}
