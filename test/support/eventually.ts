/** Waits for a condition. Apart from the service, whose MongoDB driver not every test needs. */
const POLL_INTERVAL_MS = { min: 20, max: 250 };

/**
 * Polls `read` until `isExpected` accepts its result, and resolves to that. The interval grows, so that waiting tests
 * leave the CPU to others. Throws with the last result after `limitMs`.
 */
export async function eventually<T>(
  read: () => Promise<T>,
  isExpected: (result: T) => boolean,
  limitMs = 120_000,
): Promise<T> {
  const startedMs = performance.now();
  for (;;) {
    const result = await read();
    if (isExpected(result)) return result;
    const waitedMs = performance.now() - startedMs;
    if (waitedMs > limitMs)
      throw new Error(`not within ${limitMs} ms; the last result was ${JSON.stringify(result)?.slice(0, 2000)}`);
    const pauseMs = Math.min(Math.max(waitedMs / 10, POLL_INTERVAL_MS.min), POLL_INTERVAL_MS.max);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
