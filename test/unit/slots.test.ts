/** Places are shared fairly: half of them at most to one owner, turns in line, a bounded line, and none for who has gone. */
import { placesFor } from '../../src/http/shed-load.ts';
import { Abandoned, createSlots, type Slots } from '../../src/platform/slots.ts';

const stays = () => false;

/** Work that goes on until it is told to end. */
function startWork(slots: Slots, owner: string, isAbandoned: () => boolean = stays) {
  let end: () => void = () => undefined;
  const work = { owner, started: false, refused: '', end: () => end(), done: Promise.resolve() };
  work.done = slots
    .run(
      owner,
      () => {
        work.started = true;
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
      isAbandoned,
    )
    .catch((error: Error) => {
      work.refused = error.message;
    });
  return work;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const create = (places: number, isBusy = false) =>
  createSlots({ places: () => places, isBusy: () => isBusy, line: 16, refusal: (why) => new Error(why) });
const startedOf = (works: readonly { started: boolean }[]) => works.map(({ started }) => started);

test('one owner gets half of the places, two a third each, and there is one for who comes new', async () => {
  const slots = create(6);
  const a = Array.from({ length: 6 }, () => startWork(slots, 'a'));
  await settled();
  expect(startedOf(a)).toEqual([true, true, true, false, false, false]);
  const b = Array.from({ length: 3 }, () => startWork(slots, 'b'));
  await settled();
  expect(startedOf(b)).toEqual([true, true, false]);
  const c = startWork(slots, 'c');
  await settled();
  expect([c.started, slots.underWay(), slots.waiting()]).toEqual([true, 6, 4]);
});

test('who holds most waits longest: a place that comes free goes to who holds fewer than are free', async () => {
  const slots = create(4);
  const a = Array.from({ length: 3 }, () => startWork(slots, 'a'));
  const b = Array.from({ length: 2 }, () => startWork(slots, 'b'));
  await settled();
  expect([startedOf(a), startedOf(b)]).toEqual([
    [true, true, false],
    [true, false],
  ]);
  a[0]?.end();
  await settled();
  // Two are free, and both hold one: the one that has waited for longer takes the next.
  expect([startedOf(a), startedOf(b)]).toEqual([
    [true, true, true],
    [true, false],
  ]);
  a[1]?.end();
  a[2]?.end();
  await settled();
  expect(startedOf(b)).toEqual([true, true]);
});

describe('in a process that is busy itself', () => {
  test('who asks for more than it gets has one place while there are others, who come before it', async () => {
    const slots = create(5, true);
    const b = startWork(slots, 'b');
    const a = Array.from({ length: 4 }, () => startWork(slots, 'a'));
    await settled();
    // 1. Two of a's wait, so it asks for more than it gets.
    expect(startedOf(a)).toEqual([true, true, false, false]);
    // 2. One place comes free: it holds another one.
    a[0]?.end();
    await a[0]?.done;
    await settled();
    expect(startedOf(a)).toEqual([true, true, false, false]);
    // 3. Others get places all the same.
    const c = startWork(slots, 'c');
    b.end();
    await b.done;
    const again = startWork(slots, 'b');
    await settled();
    expect([c.started, again.started]).toEqual([true, true]);
    // 4. Its last place rests, and then its next one has its turn.
    a[1]?.end();
    await a[1]?.done;
    expect(startedOf(a)).toEqual([true, true, false, false]);
    while (a[2]?.started !== true) await settled();
    expect(startedOf(a)).toEqual([true, true, true, false]);
  });

  test('who is alone has as many as ever', async () => {
    const slots = create(6, true);
    const a = Array.from({ length: 5 }, () => startWork(slots, 'a'));
    await settled();
    expect(startedOf(a)).toEqual([true, true, true, false, false]);
    a[0]?.end();
    await a[0]?.done;
    await settled();
    expect(startedOf(a)).toEqual([true, true, true, true, false]);
  });
});

test('owners in line take turns, however many one of them has there', async () => {
  const slots = create(2);
  const held = startWork(slots, 'x');
  await settled();
  const order: string[] = [];
  const join = (owner: string) => slots.run(owner, async () => void order.push(owner), stays);
  const first = startWork(slots, 'y');
  await settled();
  const rest = ['a', 'a', 'a', 'b', 'b', 'c'].map(join);
  first.end();
  await Promise.all(rest);
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  held.end();
  await held.done;
  expect([slots.underWay(), slots.waiting()]).toEqual([0, 0]);
});

test('the line is bounded, and one owner cannot fill it', async () => {
  const slots = create(1);
  const holding = startWork(slots, 'x');
  const many = Array.from({ length: 20 }, () => startWork(slots, 'a'));
  await settled();
  expect(many.filter(({ refused }) => refused === 'line full').length).toBe(12);
  const other = startWork(slots, 'b');
  await settled();
  expect([other.refused, slots.waiting()]).toEqual(['', 9]);
  holding.end();
  await settled();
});

test('who has waited too long is refused, and its place in line is free again', async () => {
  const slots = create(1);
  const holding = startWork(slots, 'x');
  const late = startWork(slots, 'a');
  await late.done;
  expect([late.refused, late.started, slots.waiting()]).toEqual(['waited too long', false, 0]);
  holding.end();
  await holding.done;
  expect(slots.underWay()).toBe(0);
});

test('what nobody waits for any more is not begun, and holds up nobody', async () => {
  const slots = create(1);
  const holding = startWork(slots, 'x');
  let gone = false;
  const abandoned = startWork(slots, 'a', () => gone);
  const other = startWork(slots, 'b');
  gone = true;
  holding.end();
  await abandoned.done;
  await settled();
  expect([abandoned.started, abandoned.refused, other.started]).toEqual([false, new Abandoned().message, true]);
});

test('work that fails gives its place back', async () => {
  const slots = create(1);
  await expect(slots.run('a', () => Promise.reject(new Error('failed')), stays)).rejects.toThrow('failed');
  expect(slots.underWay()).toBe(0);
});

test('where the places become fewer, what is under way goes on, and the next waits until there is room', async () => {
  let places = 8;
  const slots = createSlots({ places: () => places, refusal: (why) => new Error(why) });
  const a = Array.from({ length: 4 }, () => startWork(slots, 'a'));
  await settled();
  places = 4;
  const b = startWork(slots, 'b');
  await settled();
  expect([startedOf(a), b.started]).toEqual([[true, true, true, true], false]);
  a[0]?.end();
  await settled();
  expect([slots.underWay(), b.started]).toEqual([4, true]);
});

test('places: all of them until the event loop is busy, a few at least, and never more than there are', () => {
  expect([0, 0.5, 0.9].map((utilization) => placesFor(16, utilization))).toEqual([16, 16, 16]);
  expect([0.95, 0.99, 1].map((utilization) => placesFor(16, utilization))).toEqual([8, 2, 2]);
  expect([placesFor(1, 0), placesFor(1, 1)]).toEqual([1, 1]);
});
