/**
 * Shares concurrent calls: a call made while one is in progress gets its result. Nothing is cached after it settles.
 */

/** Returns a function that settles as the shared call does. */
export function singleFlight<T>(call: () => Promise<T>): () => Promise<T> {
  let inProgress: Promise<T> | undefined;
  return () => {
    inProgress ??= call().finally(() => {
      inProgress = undefined;
    });
    return inProgress;
  };
}
