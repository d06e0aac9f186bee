/** Shares a call: whoever asks while one is under way gets its result. Nothing is cached once it has settled. */

/** Returns a function that resolves and rejects as the shared call does. */
export function coalesce<T>(call: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= call().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
