/** Fields of requests, with the error messages of the API. */
import * as z from 'zod';
import { MAX_ID_LENGTH } from '../catalogue/definitions.ts';
import { withinCharacters } from './validation.ts';

/** An object without other fields. The error message lists the known ones. */
export const strictObject = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) => {
      const allowed = Object.keys(shape).join(', ');
      if (issue.code === 'unrecognized_keys')
        return `has unknown fields: ${issue.keys.join(', ')}; the known ones are ${allowed}`;
      return 'must be an object';
    },
  });

export const id = withinCharacters(z.string('must be a text').min(1, 'must not be empty'), MAX_ID_LENGTH);

/** A whole number. `beyond` is the error message for a greater one. */
export function wholeNumberTo(maximum: number, beyond?: string) {
  const allowed = `must be a whole number from 1 to ${maximum}`;
  return z
    .int(allowed)
    .min(1, allowed)
    .max(maximum, beyond ?? allowed);
}

export const flag = z.boolean('must be true or false');
