/** The problem responses that operations share, one for each status. */
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { problemExample, problemSchema } from '../../http/schema.ts';
import { PROBLEM_CODES, PROBLEMS } from '../../runtime/problems.ts';
import { type HeaderName, headers } from './headers.ts';

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
