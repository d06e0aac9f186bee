/** Parallel work on a list: the order of the results, the concurrency limit, and errors. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '../../../bench/relevance/in-parallel.ts';

test('results are in the order of the items, and concurrency is limited', async () => {
  let inProgress = 0;
  let most = 0;
  const results = await inParallel([5, 1, 4, 2, 3], 2, async (item) => {
    inProgress += 1;
    most = Math.max(most, inProgress);
    await sleep(item);
    inProgress -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
  expect(await inParallel([], 2, async () => 1)).toEqual([]);
});

test('after an error, the promise rejects and no further item is started', async () => {
  const started: number[] = [];
  const work = inParallel([1, 2, 3, 4], 2, async (item) => {
    started.push(item);
    if (item === 1) throw new Error('refused');
    await sleep(5);
  });
  await expect(work).rejects.toThrow('refused');
  await sleep(20);
  expect(started).toEqual([1, 2]);
});
