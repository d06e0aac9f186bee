/**
 * Validates requests against schemas. Reports all errors of a request at once, each with its path and what is allowed
 * there.
 */
import type * as z from 'zod';
import { type FieldError, invalidRequest } from '../runtime/problems.ts';

/**
 * Parses the query parameters that the schema has, and ignores all others. Throws the Problem `invalid_request` if a
 * parameter is given twice or is invalid.
 */
export function parseParameters<S extends z.ZodObject>(url: string, schema: S): z.output<S> {
  const parameters = queryOf(url);
  const errors: FieldError[] = [];
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = parameters.getAll(name);
    if (more.length > 0) errors.push({ path: name, message: 'must be given once' });
    else if (value !== undefined) given[name] = value;
  }
  const result = schema.safeParse(given);
  const repeated = new Set(errors.map(({ path }) => path));
  if (!result.success) errors.push(...fieldErrorsOf(result.error).filter(({ path }) => !repeated.has(path)));
  if (errors.length > 0 || !result.success) throw invalidRequest(errors);
  return result.data;
}

/** The query parameters of a request's URL, percent-decoded. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

/** Validates a parsed JSON body. Throws the Problem `invalid_request`. */
export function parseBody<S extends z.ZodType>(body: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(body);
  if (!result.success) throw invalidRequest(fieldErrorsOf(result.error));
  return result.data;
}

/** An error without a path is one of the body itself. An invalid key is an error of its object. */
const fieldErrorsOf = (error: z.ZodError): FieldError[] =>
  error.issues.map(({ code, path, message }) => ({
    path: (code === 'invalid_key' ? path.slice(0, -1) : path).map(String).join('.'),
    message: path.length === 0 ? `The body ${message}` : message,
  }));
