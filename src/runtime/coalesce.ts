/** Shares a call: whoever asks while one is in progress gets its result. Nothing is cached once it has settled. */

/** Returns a function that resolves and rejects as the shared call does. */
export function coalesce<T>(call: () => Promise<T>): () => Promise<T> {
  let inProgress: Promise<T> | undefined;
  return () => {
    inProgress ??= call().finally(() => {
      inProgress = undefined;
    });
    return inProgress;
  };
}
