/** A circuit breaker opens after silence or failures, and closes when the engine responds. Promises act as engine. */

import { type Breaker, createBreaker } from '../../../src/engines/breaker/breaker.ts';
import { pauseProcess } from '../../support/pause-process.ts';

const OUT = new Error('out');
const never = () => new Promise<never>(() => undefined);

let breaker: Breaker;
let changes: (string | null)[];
let probe: () => Promise<unknown>;
let probes: number;

function create(timeoutMs = 60_000): void {
  changes = [];
  probes = 0;
  probe = never;
  breaker = createBreaker({
    probe() {
      probes += 1;
      return probe();
    },
    evidenceOf(error) {
      if (error === OUT) return { fault: 'is out' };
      return error instanceof RangeError ? 'nothing' : 'responded';
    },
    rejection: (fault) => new Error(`refused: ${fault}`),
    onChange: (fault) => changes.push(fault),
    timeoutMs,
  });
}
afterEach(() => breaker.end());

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits for an effect of the breaker's timer. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const fail = async (error: Error): Promise<void> => {
  await expect(breaker.run(() => Promise.reject(error))).rejects.toBe(error);
};

test('silence rejects waiting calls and later ones, until a probe gets a response', async () => {
  create();
  const waiting = [breaker.run(never), breaker.run(never)];
  for (const call of waiting) await expect(call).rejects.toThrow('refused: does not answer');
  let wasCalled = false;
  const later = breaker.run(async () => {
    wasCalled = true;
  });
  await expect(later).rejects.toThrow('refused: does not answer');
  expect([wasCalled, changes]).toEqual([false, ['does not answer']]);
  probe = async () => undefined;
  await until(() => changes.length === 2);
  expect([changes.at(-1), await breaker.run(async () => 'answered')]).toEqual([null, 'answered']);
});

test('a response from a cache does not count as a response of the engine', async () => {
  create();
  const cacheHits = setInterval(() => void breaker.run(async () => 'remembered').catch(() => undefined), 5);
  await expect(breaker.run(never)).rejects.toThrow('refused: does not answer');
  clearInterval(cacheHits);
});

test('a slow call continues up to its time limit while probes get responses', async () => {
  create(3000);
  probe = async () => undefined;
  const startedMs = performance.now();
  await expect(breaker.run(never)).rejects.toThrow('refused: took more than 3000 ms');
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(3000);
  expect(changes).toEqual([]);
});

test('after a pause of this process beyond the time limit, a response that arrived meanwhile is read', async () => {
  create(500);
  await turn();
  const slow = breaker.run(async () => {
    await turn();
    return 'answered';
  });
  pauseProcess(1000);
  expect(await slow).toBe('answered');
});

test('a late response to a call counts, although no probe gets a response', async () => {
  create();
  let respond: (value: string) => void = () => undefined;
  const waiting = breaker.run(never).catch(() => 'refused');
  for (let count = 0; count < 3; count += 1) {
    const slow = breaker.run(
      () =>
        new Promise<string>((resolve) => {
          respond = resolve;
        }),
    );
    setTimeout(() => respond('late'), 1500);
    expect(await slow).toBe('late');
  }
  expect(changes).toEqual([]);
  expect(await waiting).toBe('refused');
});

test('without waiting calls, no probe is sent and nothing changes', async () => {
  create();
  await breaker.run(async () => 'answered');
  await new Promise((resolve) => setTimeout(resolve, 2400));
  expect([probes, changes]).toEqual([0, []]);
});

test('five failures in a row open the breaker; a response resets the count, and inconclusive errors are ignored', async () => {
  create();
  for (let count = 0; count < 4; count += 1) await fail(OUT);
  await fail(new TypeError('an answer, if not the one hoped for'));
  for (let count = 0; count < 4; count += 1) await fail(OUT);
  for (let count = 0; count < 9; count += 1) await fail(new RangeError('given up'));
  await turn();
  expect(changes).toEqual([]);
  await fail(OUT);
  expect(changes).toEqual(['is out']);
  await expect(breaker.run(async () => 'answered')).rejects.toThrow('refused: is out');
});

test('a check resolves to the fault, and sends no request while the breaker is open', async () => {
  create();
  expect(await breaker.check(async () => null)).toBe(null);
  expect(await breaker.check(async () => 'there is no index')).toBe('there is no index');
  expect(await breaker.check(() => Promise.reject(OUT))).toBe('is out');
  const bug = new TypeError('not a function');
  await expect(breaker.check(() => Promise.reject(bug))).rejects.toBe(bug);
  expect(await breaker.check(never)).toBe('does not answer');
  let wasSent = false;
  await breaker.check(async () => {
    wasSent = true;
    return null;
  });
  expect(wasSent).toBe(false);
});
