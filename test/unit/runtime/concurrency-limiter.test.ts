/** Fair sharing of permits: a tenant gets at most half, queued tenants take turns, disconnected clients get none. */
import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { ClientDisconnected } from '../../../src/runtime/client-disconnected.ts';
import {
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
} from '../../../src/runtime/concurrency/concurrency-limiter.ts';
import { permitsFor } from '../../../src/runtime/monitoring/event-loop.ts';
import { Overloaded } from '../../../src/runtime/problems.ts';

const { jest } = import.meta;

const create = (permits: number | (() => number), isBusy = false): ConcurrencyLimiter =>
  createConcurrencyLimiter({
    permits: typeof permits === 'number' ? () => permits : permits,
    isBusy: () => isBusy,
  });

/** Starts work that continues until `end` is called. */
function startWork(limiter: ConcurrencyLimiter, tenant: string, signal = new AbortController().signal) {
  let end: () => void = () => undefined;
  const work = { tenant, started: false, rejection: '', end: () => end(), done: Promise.resolve() };
  work.done = limiter
    .run(
      tenant,
      () => {
        work.started = true;
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
      signal,
    )
    .catch((error: Error) => {
      work.rejection = error instanceof Overloaded ? error.reason : error.message;
    });
  return work;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const startMany = (limiter: ConcurrencyLimiter, tenant: string, count: number) =>
  Array.from({ length: count }, () => startWork(limiter, tenant));
const countStarted = (works: readonly { started: boolean }[]) => works.filter(({ started }) => started).length;

test('one tenant gets half of the permits, however many there are', async () => {
  for (const [permits, share] of [
    [1, 1],
    [2, 1],
    [5, 2],
    [16, 8],
  ] as const) {
    const limiter = create(permits);
    const works = startMany(limiter, 'a', 20);
    await settled();
    expect([permits, countStarted(works), limiter.inProgress(), limiter.queued()]).toEqual([
      permits,
      share,
      share,
      20 - share,
    ]);
  }
});

test('while one tenant floods, another one starts at once', async () => {
  const limiter = create(4);
  const flood = startMany(limiter, 'a', 10);
  const others = startMany(limiter, 'b', 2);
  await settled();
  expect([countStarted(flood), countStarted(others)]).toEqual([2, 2]);
});

describe('in a busy process', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  async function takeMs(ms: number): Promise<void> {
    jest.advanceTimersByTime(ms);
    await settled();
  }

  test('a tenant with queued calls beside another tenant has one call at a time, with a pause after it', async () => {
    const limiter = create(5, true);
    const other = startWork(limiter, 'b');
    const flood = startMany(limiter, 'a', 5);
    await settled();
    expect([other.started, countStarted(flood)]).toEqual([true, 2]);
    // 1. After the first call, the tenant still has another one.
    await takeMs(30);
    flood[0]?.end();
    await flood[0]?.done;
    await takeMs(30);
    expect([countStarted(flood), limiter.inProgress()]).toEqual([2, 2]);
    // 2. After the second one there is a pause for as long as it took, which delays no other tenant.
    flood[1]?.end();
    await flood[1]?.done;
    const others = startMany(limiter, 'b', 1);
    await takeMs(59);
    expect([countStarted(flood), countStarted(others)]).toEqual([2, 1]);
    // 3. Then the next call starts.
    await takeMs(1);
    expect([countStarted(flood), limiter.queued()]).toEqual([3, 2]);
  });

  test('a tenant alone gets half of the permits, without a pause', async () => {
    const limiter = create(8, true);
    const works = startMany(limiter, 'a', 10);
    await settled();
    expect(countStarted(works)).toBe(4);
    works[0]?.end();
    await works[0]?.done;
    await settled();
    expect(countStarted(works)).toBe(5);
  });
});

test('tenants in the queue take turns, however many calls one of them has there', async () => {
  const limiter = create(2);
  const held = startWork(limiter, 'x');
  const first = startWork(limiter, 'y');
  await settled();
  const order: string[] = [];
  const { signal } = new AbortController();
  const join = (tenant: string) => limiter.run(tenant, async () => void order.push(tenant), signal);
  const rest = ['a', 'a', 'a', 'b', 'b', 'c'].map(join);
  first.end();
  await Promise.all(rest);
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  held.end();
  await held.done;
  expect([limiter.inProgress(), limiter.queued()]).toEqual([0, 0]);
});

test('the queue is bounded, and one tenant gets at most half of it', async () => {
  const limiter = create(1);
  const held = startWork(limiter, 'x');
  const rejected = (works: readonly { rejection: string }[]) =>
    works.filter(({ rejection }) => rejection === 'queue full').length;
  const many = startMany(limiter, 'a', 524);
  const others = ['b', 'c', 'd'].flatMap((tenant) => startMany(limiter, tenant, 172));
  // Before any timer can fire: on a busy machine, calls would leave the queue because they waited too long.
  expect(limiter.queued()).toBe(1024);
  await settled();
  expect([rejected(many), rejected(others)]).toEqual([12, 4]);
  held.end();
});

test('a call that has waited too long is rejected and leaves the queue', async () => {
  const limiter = create(1);
  const held = startWork(limiter, 'x');
  const late = startWork(limiter, 'a');
  await late.done;
  expect([late.rejection, late.started, limiter.queued()]).toEqual(['waited too long', false, 0]);
  held.end();
  await held.done;
  expect(limiter.inProgress()).toBe(0);
});

test('a call whose client disconnects leaves the queue at once, and delays no other call', async () => {
  const limiter = create(1);
  const held = startWork(limiter, 'x');
  const client = new AbortController();
  const aborted = startWork(limiter, 'a', client.signal);
  const other = startWork(limiter, 'b');
  await settled();
  client.abort();
  await aborted.done;
  expect([aborted.started, aborted.rejection, limiter.queued()]).toEqual([false, new ClientDisconnected().message, 1]);
  held.end();
  await held.done;
  await settled();
  expect(other.started).toBe(true);
  expect(getEventListeners(client.signal, 'abort')).toEqual([]);
});

test('an already disconnected client gets no permit', async () => {
  const limiter = create(1);
  const work = startWork(limiter, 'a', AbortSignal.abort());
  await work.done;
  expect([work.started, work.rejection, limiter.inProgress()]).toEqual([false, new ClientDisconnected().message, 0]);
});

test('work that fails returns its permit', async () => {
  const limiter = create(1);
  const { signal } = new AbortController();
  await expect(limiter.run('a', () => Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
  expect(limiter.inProgress()).toBe(0);
});

test('when the number of permits drops, calls in progress continue and the next one waits for a permit', async () => {
  let permits = 8;
  const limiter = create(() => permits);
  const a = startMany(limiter, 'a', 4);
  await settled();
  permits = 4;
  const b = startWork(limiter, 'b');
  await settled();
  expect([countStarted(a), b.started]).toEqual([4, false]);
  a[0]?.end();
  await settled();
  expect([limiter.inProgress(), b.started]).toEqual([4, true]);
});

test('when the number of permits rises, a call in the queue starts, though none in progress ends', async () => {
  let permits = 1;
  const limiter = create(() => permits);
  const held = startWork(limiter, 'a');
  const waiting = startWork(limiter, 'b');
  await settled();
  permits = 2;
  while (!waiting.started && waiting.rejection === '') await settled();
  expect([waiting.rejection, limiter.inProgress(), limiter.queued()]).toEqual(['', 2, 0]);
  for (const work of [held, waiting]) work.end();
});

test('in any order of arrivals and ends, the limits hold and every call gets a permit', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('arrive' as const), tenant: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('end' as const), at: fc.nat(20) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(step, { maxLength: 60, size: 'max' }),
      async (permits, steps) => {
        const limiter = create(permits);
        const works: ReturnType<typeof startWork>[] = [];
        const ended = new Set<unknown>();
        const inProgress = () => works.filter((work) => work.started && !ended.has(work));
        const endOne = async (at: number) => {
          const work = inProgress()[at % Math.max(1, inProgress().length)];
          work?.end();
          ended.add(work);
          await work?.done;
        };
        for (const each of steps) {
          if (each.kind === 'arrive') works.push(startWork(limiter, each.tenant));
          else await endOne(each.at);
          await settled();
          expect(inProgress().length).toBeLessThanOrEqual(permits);
          for (const tenant of ['a', 'b', 'c'])
            expect(inProgress().filter((work) => work.tenant === tenant).length).toBeLessThanOrEqual(
              Math.max(1, Math.floor(permits / 2)),
            );
        }
        while (inProgress().length > 0) await endOne(0).then(settled);
        expect(works.every(({ started }) => started)).toBe(true);
        expect([limiter.inProgress(), limiter.queued()]).toEqual([0, 0]);
      },
    ),
    { numRuns: 50 },
  );
});

test('permits: all while the event loop is not busy, then fewer, but at least two or as many as are configured', () => {
  expect([0, 0.5, 0.9].map((utilization) => permitsFor(16, utilization))).toEqual([16, 16, 16]);
  expect([0.95, 0.99, 1].map((utilization) => permitsFor(16, utilization))).toEqual([8, 2, 2]);
  expect([permitsFor(1, 0), permitsFor(1, 1)]).toEqual([1, 1]);
});
