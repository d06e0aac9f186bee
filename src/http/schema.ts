/** The schemas that resources share: a list, a problem, liveness and readiness; and examples of responses. */
import * as z from 'zod';
import { PROBLEM_CODES, PROBLEMS, Problem, type ProblemCode, problemBody, problemType } from '../runtime/problems.ts';

/** An example of a response, from the examples of its fields. */
export const exampleOf = <S extends z.ZodType>(schema: S): z.output<S> => exampleOfAny(schema) as z.output<S>;

function exampleOfAny(schema: unknown): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, exampleOfAny(field)]));
  if (schema instanceof z.ZodArray) return [exampleOfAny(schema.element)];
  return schema instanceof z.ZodType ? (schema.meta()?.examples as unknown[] | undefined)?.[0] : undefined;
}

/** A whole number of at least `minimum`. */
export const count = (description: string, minimum: number, example: number) =>
  z
    .int()
    .min(minimum)
    .meta({ description, examples: [example] });
const address = (description: string) => z.string().meta({ description, examples: ['/v1/products?page=1'] });

const metaSchema = z
  .strictObject({
    total: count('How many items there are.', 0, 1),
    perPage: count('The size of a page.', 1, 100),
    currentPage: count('The number of this page.', 1, 1),
    lastPage: count('The number of the last page.', 1, 1),
    firstPage: count('The number of the first page.', 1, 1),
    firstPageUrl: address('The first page.'),
    lastPageUrl: address('The last page.'),
    nextPageUrl: z
      .string()
      .nullable()
      .meta({ description: 'The next page; null on the last.', examples: [null] }),
    previousPageUrl: z
      .string()
      .nullable()
      .meta({ description: 'The previous page; null on the first.', examples: [null] }),
  })
  .meta({
    id: 'PageMeta',
    description: 'The position of a page. Its URLs drop the other parameters; those in the `Link` header keep them.',
  });

export type PageMeta = z.output<typeof metaSchema>;

/** The schema of a page of such items. */
export const listSchema = <S extends z.ZodType>(item: S) =>
  z.strictObject({ meta: metaSchema, data: z.array(item).meta({ description: 'The items of this page.' }) });

export const problemSchema = z
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

/** A problem of this code, as the OpenAPI document shows it. */
export function problemExample(code: ProblemCode): Record<string, unknown> {
  const errors =
    code === 'invalid_request' ? [{ path: 'perPage', message: 'must be a whole number from 1 to 500' }] : undefined;
  return problemBody(new Problem(code, errors === undefined ? {} : { errors }), 'storefront-42');
}

export const livenessSchema = z
  .strictObject({ status: z.literal('ok').meta({ description: 'Always `ok`.' }) })
  .meta({ id: 'Liveness', description: 'This process responds.' });

const checkSchema = z.string().meta({ description: '`ok`, or what is wrong.', examples: ['ok'] });

export const readinessSchema = z
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
