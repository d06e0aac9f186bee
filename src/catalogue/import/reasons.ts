/** Why a field of a line can't be imported, in plain English. Other systems write the lines. */
import type * as z from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

export const reasonIfMissing = ({ input }: z.core.$ZodRawIssue): string | undefined =>
  input === undefined ? 'is missing' : undefined;

/** Returns the reason of an issue for which the schema has no message, or undefined for that of zod. */
export function reasonOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return reasonIfMissing(issue) ?? `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return reasonIfMissing(issue) ?? `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must have at least ${issue.minimum} entries`;
    case 'too_big':
      return `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`;
    default:
      return undefined;
  }
}
