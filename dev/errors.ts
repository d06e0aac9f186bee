/** Formats errors. */
import { isError } from '../src/runtime/is-error.ts';

/** Returns the message of an error as one line. */
export function messageOf(error: unknown): string {
  const { message, cause } = isError(error) ? error : { message: String(error), cause: undefined };
  // fetch only reports "fetch failed"; its cause has the reason.
  const text = isError(cause) ? `${message}: ${cause.message || messageOf(Object(cause).errors?.[0])}` : message;
  return text.trim().replace(/\s*\n\s*/g, '; ');
}
