/** The engine returns its tasks page by page: a long measurement counts all of them. */
import { tasksAfter } from '../../../bench/sync/tasks.ts';

/** An engine with this many tasks of two indexes, in turn. */
function engineWith(count: number) {
  const getTasks = async ({ limit, from = count - 1 }: { limit: number; from?: number }) => {
    const length = Math.min(limit, from + 1);
    const results = Array.from({ length }, (_, index) => ({
      uid: from - index,
      indexUid: `index ${(from - index) % 2}`,
    }));
    return { results, next: from >= limit ? from - limit : null };
  };
  return { meilisearch: { tasks: { getTasks } }, indexName: 'index 1' } as unknown as Parameters<typeof tasksAfter>[0];
}

test.each([
  [5000, -1, 2500],
  [5000, 3, 2498],
  [5000, 4999, 0],
  [1000, -1, 500],
  [0, -1, 0],
])('of %i tasks, those after %i: %i', async (count, uid, expected) => {
  const tasks = await tasksAfter(engineWith(count), uid);
  expect(tasks).toHaveLength(expected);
  expect(new Set(tasks.map((task) => task.uid)).size).toBe(expected);
});
