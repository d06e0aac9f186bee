/** Formats errors. */
import { isError } from '../src/runtime/is-error.ts';

/** Returns the message of an error as one line. */
export function messageOf(error: unknown): string {
  const { message, cause } = isError(error) ? error : { message: String(error), cause: undefined };
  // fetch only reports "fetch failed"; its cause has the reason.
  const text = isError(cause) ? `${message}: ${cause.message || messageOf(Object(cause).errors?.[0])}` : message;
  return text.trim().replace(/\s*\n\s*/g, '; ');
}

/** Errors of JavaScript itself, which usually a bug of this program causes. */
const BUGS = [TypeError, ReferenceError, RangeError, SyntaxError];

/** Returns what to print of an error that ends a command: its message, or the stack trace of a bug. */
export function reportOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!BUGS.some((Bug) => error instanceof Bug)) return error.message;
  // fetch throws a TypeError with a cause if there is no response.
  return error.cause === undefined ? (error.stack ?? error.message) : messageOf(error);
}
