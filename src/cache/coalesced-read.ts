/**
 * Coalesces reads without caching their results. Each key has one read at a time, and no request gets the result of a
 * read that began before the request. Requests that come during a read share the next one. It begins when that read
 * ends, or after MAX_WAIT_MS: the driver never ends a command that it writes while its connection closes.
 */
import { withTimeout } from '../runtime/retry.ts';

interface InFlight<T> {
  readonly current: Promise<T>;
  /** The read after `current`, for requests that came after `current` began. */
  next: Promise<T> | undefined;
}

/** Resolves to the result of `load`, or of that of another request for the key. Throws what that `load` throws. */
type CoalescedRead<T> = (key: string, load: () => Promise<T>) => Promise<T>;

/** Less than a read of MongoDB may take, so that a request still gets the next read. */
const MAX_WAIT_MS = 5000;

export function createCoalescedRead<T>(maxWaitMs = MAX_WAIT_MS): CoalescedRead<T> {
  const inFlight = new Map<string, InFlight<T>>();

  function begin(key: string, load: () => Promise<T>): Promise<T> {
    const read: InFlight<T> = {
      current: load().finally(() => {
        if (read.next === undefined) inFlight.delete(key);
      }),
      next: undefined,
    };
    inFlight.set(key, read);
    return read.current;
  }

  return (key, load) => {
    const read = inFlight.get(key);
    if (read === undefined) return begin(key, load);
    read.next ??= withTimeout<unknown>(
      maxWaitMs,
      read.current.catch(() => undefined),
      undefined,
    ).then(() => begin(key, load));
    return read.next;
  };
}
