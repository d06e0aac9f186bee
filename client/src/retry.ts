/** Repeats a request that the API refused for the moment: after 429 and 503, and after nothing else. */
import { CatalogueError } from './problem.ts';

export interface RetryOptions {
  /** How often a request is sent at most, the first time included. 3 if absent; 1 turns retries off. */
  readonly attempts?: number | undefined;
  /** No retry begins later than this many milliseconds after the first attempt. 10,000 if absent. */
  readonly withinMs?: number | undefined;
}

const RETRIED = [429, 503];
const FIRST_WAIT_SECONDS = 0.5;
/** Clients that were refused at the same time come back at different times. */
const JITTER = 0.25;

/**
 * Resolves to what `attempt` resolves to. Waits as long as `Retry-After` says, or twice as long each time if it says
 * nothing or 0, and somewhat longer at random. Throws the last CatalogueError when no attempt or no time is left,
 * another error at once, and the signal's reason when it aborts during a wait.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { attempts = 3, withinMs = 10_000 }: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<T> {
  const startedMs = performance.now();
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CatalogueError && RETRIED.includes(error.status)) || made >= attempts) throw error;
      const leastSeconds = error.retryAfter || FIRST_WAIT_SECONDS * 2 ** (made - 1);
      const waitMs = leastSeconds * 1000 * (1 + JITTER * Math.random());
      if (performance.now() - startedMs + waitMs > withinMs) throw error;
      await sleep(waitMs, signal);
    }
  }
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
