/** Fields of requests, with the error messages of the API. */
import * as z from 'zod';
import { MAX_ID_LENGTH } from '../catalogue/definitions.ts';
import { wholeNumberText } from '../runtime/whole-number.ts';

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

/** A text of at most `maximum` characters. As in JSON Schema, zod counts a character beyond U+FFFF once. */
export const withinCharacters = (text: z.ZodString, maximum: number) =>
  text.max(maximum, `must have at most ${maximum} characters`);

/** One of these texts. The error message lists them all. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const id = withinCharacters(z.string('must be a text').min(1, 'must not be empty'), MAX_ID_LENGTH);

/** A whole number in the query of a URL. */
export const wholeNumber = (minimum: number, maximum: number) =>
  wholeNumberText(minimum, maximum).meta({
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      Object.assign(jsonSchema, { type: 'integer', minimum, maximum });
    },
  });

/** A whole number in a JSON body. `beyond` is the error message for a greater one. */
export function wholeNumberTo(maximum: number, beyond?: string) {
  const allowed = `must be a whole number from 1 to ${maximum}`;
  return z
    .int(allowed)
    .min(1, allowed)
    .max(maximum, beyond ?? allowed);
}

export const flag = z.boolean('must be true or false');
