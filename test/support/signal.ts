/** A promise that a test resolves. */

/** A promise, and the function that resolves it. */
export function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
