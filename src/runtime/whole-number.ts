/** Whole numbers in the texts of others: queries, options, the environment. */
import * as z from 'zod';

/**
 * Returns null for a number beyond the limits and for another text. Only decimal digits are allowed: `1e3`, `0x10`, ` 1`
 * and `+1` are other texts.
 */
export function parseWholeNumber(text: string, minimum: number, maximum: number): number | null {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number >= minimum && number <= maximum ? number : null;
}

/** The schema of such a text. The error message of one without an upper limit doesn't name the limit. */
export const wholeNumberText = (minimum: number, maximum: number) =>
  z.string().transform((text, context) => {
    const number = parseWholeNumber(text, minimum, maximum);
    if (number !== null) return number;
    const isUnlimited = maximum === Number.MAX_SAFE_INTEGER;
    context.addIssue(`must be a whole number from ${minimum} ${isUnlimited ? 'up' : `to ${maximum}`}`);
    return z.NEVER;
  });
