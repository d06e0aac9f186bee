/** The wait for a retry leaves nothing behind: a signal may outlive many calls, and a timer keeps a program running. */
import { getEventListeners } from 'node:events';
import { CatalogueError } from '../../client/src/index.ts';
import { withRetries } from '../../client/src/retry.ts';

const { jest } = import.meta;
const refused = () => Promise.reject(new CatalogueError(new Response(null, { status: 503 })));

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

test('after a wait the signal has no listener of the call', async () => {
  const { signal } = new AbortController();
  const settled = withRetries(refused, { attempts: 2 }, signal).catch((error: unknown) => error);
  await jest.runAllTimersAsync();
  expect(await settled).toBeInstanceOf(CatalogueError);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a wait that is aborted ends its timer', async () => {
  const controller = new AbortController();
  const settled = withRetries(refused, {}, controller.signal).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(1);
  expect(jest.getTimerCount()).toBe(1);
  controller.abort(new Error('The shopper went on'));
  expect(await settled).toBe(controller.signal.reason);
  expect(jest.getTimerCount()).toBe(0);
});
