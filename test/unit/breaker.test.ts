/** A breaker opens by silence and by failures, and closes by a sign of life. What an engine does is played by promises. */
import { type Breaker, createBreaker } from '../../src/engines/breaker.ts';

const OUT = new Error('out');
const never = () => new Promise<never>(() => undefined);

let breaker: Breaker;
let changes: (string | null)[];
let probe: () => Promise<unknown>;
let probes: number;

function create(limitMs = 60_000): void {
  changes = [];
  probes = 0;
  probe = never;
  breaker = createBreaker({
    probe() {
      probes += 1;
      return probe();
    },
    faultOf: (error) => (error === OUT ? 'is out' : error instanceof RangeError ? undefined : null),
    rejection: (fault) => new Error(`refused: ${fault}`),
    onChange: (fault) => changes.push(fault),
    limitMs,
  });
}
afterEach(() => breaker.end());

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits for something that the breaker's ticks bring about. */
async function until(fits: () => boolean): Promise<void> {
  while (!fits()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const fail = async (error: Error): Promise<void> => {
  await expect(breaker.run(() => Promise.reject(error))).rejects.toBe(error);
};

test('silence: calls that wait are refused, later ones are not made, and a probe’s answer ends it', async () => {
  create();
  const waiting = [breaker.run(never), breaker.run(never)];
  for (const call of waiting) await expect(call).rejects.toThrow('refused: does not answer');
  let made = false;
  const later = breaker.run(async () => {
    made = true;
  });
  await expect(later).rejects.toThrow('refused: does not answer');
  expect([made, changes]).toEqual([false, ['does not answer']]);
  probe = async () => undefined;
  await until(() => changes.length === 2);
  expect([changes.at(-1), await breaker.run(async () => 'answered')]).toEqual([null, 'answered']);
});

test('what is answered from memory is no sign of life', async () => {
  create();
  const remembering = setInterval(() => void breaker.run(async () => 'remembered').catch(() => undefined), 5);
  await expect(breaker.run(never)).rejects.toThrow('refused: does not answer');
  clearInterval(remembering);
});

test('a call that is only slow goes on for as long as probes are answered, up to its limit', async () => {
  create(3000);
  probe = async () => undefined;
  const startedMs = performance.now();
  await expect(breaker.run(never)).rejects.toThrow('refused: took more than 3000 ms');
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(3000);
  expect(changes).toEqual([]);
});

test('an answer to a call that waited is a sign of life, though no probe is answered', async () => {
  create();
  let answer: (value: string) => void = () => undefined;
  const waiting = breaker.run(never).catch(() => 'refused');
  for (let count = 0; count < 3; count += 1) {
    const slow = breaker.run(
      () =>
        new Promise<string>((resolve) => {
          answer = resolve;
        }),
    );
    setTimeout(() => answer('late'), 700);
    expect(await slow).toBe('late');
  }
  expect(changes).toEqual([]);
  expect(await waiting).toBe('refused');
});

test('nobody waits: nothing is asked, and nothing is known', async () => {
  create();
  await breaker.run(async () => 'answered');
  await new Promise((resolve) => setTimeout(resolve, 1600));
  expect([probes, changes]).toEqual([0, []]);
});

test('five failures in a row open it; an answer between them, or what tells nothing, does not count', async () => {
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

test('a check tells what is wrong, and asks nothing while that is known', async () => {
  create();
  expect(await breaker.check(async () => null)).toBe(null);
  expect(await breaker.check(async () => 'there is no index')).toBe('there is no index');
  expect(await breaker.check(() => Promise.reject(OUT))).toBe('is out');
  expect(await breaker.check(never)).toBe('does not answer');
  let asked = false;
  await breaker.check(async () => {
    asked = true;
    return null;
  });
  expect(asked).toBe(false);
});
