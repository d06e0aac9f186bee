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

/** The schema of such a text. `allowed` is its error message. */
export const wholeNumberText = (minimum: number, maximum: number, allowed: string) =>
  z.string().transform((text, context) => {
    const number = parseWholeNumber(text, minimum, maximum);
    if (number !== null) return number;
    context.addIssue(allowed);
    return z.NEVER;
  });
