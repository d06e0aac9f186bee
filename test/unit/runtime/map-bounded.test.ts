/** Parallel work on a list: the order of the results, the concurrency limit, and errors. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mapBounded } from '../../../src/runtime/concurrency/map-bounded.ts';

test('results are in the order of the items, and concurrency is limited', async () => {
  let inProgress = 0;
  let most = 0;
  const results = await mapBounded([5, 1, 4, 2, 3], 2, async (item) => {
    inProgress += 1;
    most = Math.max(most, inProgress);
    await sleep(item);
    inProgress -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
  expect(await mapBounded([], 2, async () => 1)).toEqual([]);
});

test('after an error, no further item is started, and the promise rejects when the others have ended', async () => {
  const started: number[] = [];
  const ended: number[] = [];
  const work = mapBounded([1, 2, 3, 4], 2, async (item) => {
    started.push(item);
    if (item === 1) throw new Error('refused');
    await sleep(5);
    ended.push(item);
  });
  await expect(work).rejects.toThrow('refused');
  expect([started, ended]).toEqual([[1, 2], [2]]);
});
