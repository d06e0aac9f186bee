/**
 * Like Promise.all over `map`, with at most `concurrency` calls in progress. After an error no further call begins, and
 * the error is thrown when the other calls have ended.
 */
export async function mapBounded<T, R>(
  items: readonly T[],
  concurrency: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  const errors: unknown[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length && errors.length === 0) {
      const index = next;
      next += 1;
      try {
        results[index] = await map(items[index] as T);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  if (errors.length > 0) throw errors[0];
  return results;
}
