/** A wait ends with its signal, whenever the signal is aborted. */
import { unlessAborted } from '../../../src/runtime/retry.ts';

const never = (): Promise<never> => new Promise(() => undefined);

test('a signal that is aborted before or during the wait ends it with its reason', async () => {
  const stopped = new Error('stopped');
  await expect(unlessAborted(AbortSignal.abort(stopped), never())).rejects.toBe(stopped);
  const stopping = new AbortController();
  const waiting = unlessAborted(stopping.signal, never());
  stopping.abort(stopped);
  await expect(waiting).rejects.toBe(stopped);
});

test('without an abort, the result is passed on', async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(signal, Promise.resolve(1))).toBe(1);
  await expect(unlessAborted(signal, Promise.reject(new Error('down')))).rejects.toThrow('down');
});
