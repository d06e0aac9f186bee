/** Long computations leave the event loop to others from time to time. */
import { mapInTurns } from '../../../src/runtime/concurrency/turns.ts';

const ITEMS = Array.from({ length: 10 }, (_, number) => number);

const work = (ms: number) => {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
};

test('other events run while items that take long are mapped', async () => {
  const mapped: number[] = [];
  let mappedBefore = -1;
  setImmediate(() => {
    mappedBefore = mapped.length;
  });
  const results = await mapInTurns(ITEMS, (item, index) => {
    work(20);
    mapped.push(index);
    return item * 2;
  });
  expect(results).toEqual(ITEMS.map((item) => item * 2));
  expect(mapped).toEqual(ITEMS);
  expect(mappedBefore).toBe(1);
});

test('no other event runs while items take little time', async () => {
  const runs: boolean[] = [];
  // Several times: the system may stop the process in the middle, and then the items take long.
  for (let round = 0; round < 5; round += 1) {
    let hasRun = false;
    setImmediate(() => {
      hasRun = true;
    });
    await mapInTurns(ITEMS, (item) => item);
    runs.push(hasRun);
  }
  expect(runs).toContain(false);
});

test('it ends when the signal is aborted', async () => {
  const controller = new AbortController();
  const reason = new Error('gone');
  setImmediate(() => controller.abort(reason));
  const mapped: number[] = [];
  const mapping = mapInTurns(
    ITEMS,
    (item) => {
      work(20);
      mapped.push(item);
    },
    controller.signal,
  );
  await expect(mapping).rejects.toBe(reason);
  expect(mapped).toEqual([0]);
});
