/** Waiting for a condition, never for a length of time. */
import { setTimeout as delay } from 'node:timers/promises';

/** What went wrong, as one line. */
export function messageOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  // fetch says only "fetch failed", and its cause says why.
  const text =
    cause instanceof Error ? `${message}: ${cause.message || messageOf(Object(cause).errors?.[0])}` : message;
  return text.trim().replace(/\s*\n\s*/g, '; ');
}

/**
 * Asks again, shortly after each failure, until `probe` succeeds.
 * @param signal gives the waiting up
 * @returns what the probe returned
 * @throws when `timeoutMs` has passed or the signal came, with the last failure in the text
 */
export async function untilSucceeds<T>(
  what: string,
  timeoutMs: number,
  probe: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  // Not AbortSignal.timeout: in Node 20 the garbage collector takes one that only `any` knows of, and it never fires.
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), timeoutMs);
  const over = AbortSignal.any([tooLong.signal, ...(signal ? [signal] : [])]);
  try {
    for (;;) {
      try {
        return await probe(over);
      } catch (error) {
        if (over.aborted) throw new Error(`${what} after ${timeoutMs / 1000} s: ${messageOf(error)}`);
        await delay(25);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
