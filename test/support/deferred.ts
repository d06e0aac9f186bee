/** `Promise.withResolvers`, which Node.js 20 lacks: a promise, and the function that resolves it. */
export function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
