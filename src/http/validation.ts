/** Checks what a caller sent against a schema; all faults come back at once, each with where it is and what is allowed. */
import * as z from 'zod';
import { type Fault, invalidRequest } from '../runtime/problems.ts';

/** A whole number in a query: decimal digits alone, so that `1e3`, `0x10`, ` 1` and `+1` are refused. */
export function wholeNumber(minimum: number, maximum: number) {
  const allowed = `must be a whole number from ${minimum}${maximum === Number.MAX_SAFE_INTEGER ? ' up' : ` to ${maximum}`}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, allowed)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, allowed)
    .meta({
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: 'integer', minimum, maximum });
      },
    });
}

/**
 * A text of at most so many characters. They are counted as JSON Schema counts them: one beyond U+FFFF is one, though
 * JavaScript has two units for it.
 */
export const withinCharacters = (text: z.ZodString, maximum: number) =>
  text
    .refine(
      (value) => value.length <= maximum || [...value].length <= maximum,
      `must have at most ${maximum} characters`,
    )
    .meta({ override: { maxLength: maximum } });

/** One of a list of texts; the message names them all. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

/**
 * Reads the query parameters that the schema knows from a request's URL and ignores the others. Throws the Problem
 * `invalid_request` when one is given twice or is not what the schema allows.
 */
export function parseQuery<S extends z.ZodObject>(url: string, schema: S): z.output<S> {
  const parameters = queryOf(url);
  const faults: Fault[] = [];
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = parameters.getAll(name);
    if (more.length > 0) faults.push({ path: name, message: 'must be given once' });
    else if (value !== undefined) given[name] = value;
  }
  const result = schema.safeParse(given);
  const repeated = new Set(faults.map(({ path }) => path));
  if (!result.success) faults.push(...faultsOf(result.error).filter(({ path }) => !repeated.has(path)));
  if (faults.length > 0 || !result.success) throw invalidRequest(faults);
  return result.data;
}

/** The query parameters of a request's URL, percent-decoded. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

/** Checks a parsed JSON body. Throws the Problem `invalid_request`. */
export function parseBody<S extends z.ZodType>(body: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(body);
  if (!result.success) throw invalidRequest(faultsOf(result.error));
  return result.data;
}

const faultsOf = (error: z.ZodError): Fault[] =>
  error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
