/** Old finished tasks of the indexer's indexes are removed, oldest first. All other tasks stay. */
import { purgeTasks } from '../../../indexer/engine/purge.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { done } from '../support/indexes.ts';
import { eventuallyInState, nextReports } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';

const finishedOf = async ({ meilisearch }: TestService, indexName: string) =>
  (await meilisearch.tasks.getTasks({ indexUids: [indexName], statuses: ['succeeded', 'failed'] })).results;

const purge = ({ meilisearch: client }: TestService, indexNames: readonly string[], retentionMs: number) =>
  purgeTasks({ client, indexNames, retentionMs, isPaused: async () => false, signal: new AbortController().signal });

concurrentTest(
  'tasks older than the retention are removed; younger tasks and those of other indexes stay',
  async (service) => {
    const other = `${service.indexName}_rebuild`;
    const write = (name: string, id: string) => done(service.meilisearch.index(name).addDocuments([{ id }]));
    await write(other, 'oldest');
    await write(service.indexName, 'one');
    await write(service.indexName, 'two');
    const failed = await done(service.meilisearch.index(service.indexName).addDocuments([{ id: 'not an id' }]));
    expect(failed.status).toBe('failed');
    expect(await purge(service, [service.indexName], 3_600_000)).toBe(0);
    expect((await finishedOf(service, service.indexName)).length).toBe(3);

    // The cutoff is between the second write and the third; each write is awaited, so their times differ. Freeze the
    // clock: otherwise a slow removal could outlast the retention of the failed task.
    const [, second] = (await finishedOf(service, service.indexName)).toReversed();
    await write(service.indexName, 'three');
    const [clock, nowMs] = [Date.now, Date.now()];
    Date.now = () => nowMs;
    try {
      const retentionMs = nowMs - Date.parse(String(second?.finishedAt)) - 1;
      expect(await purge(service, [service.indexName], retentionMs)).toBe(1);
    } finally {
      Date.now = clock;
    }
    const left = await finishedOf(service, service.indexName);
    expect(left.map(({ status }) => status).toSorted()).toEqual(['failed', 'succeeded']);
    expect((await finishedOf(service, other)).length).toBe(1);

    expect(await purge(service, [service.indexName, other], 0)).toBeGreaterThan(0);
    expect(await finishedOf(service, service.indexName)).toEqual([]);
    expect(await finishedOf(service, other)).toEqual([]);
  },
);

concurrentTest('a leader purges tasks periodically and keeps following', async (service) => {
  await insert(service.catalogue, { ...shop('one'), products: [product('p', 'one')] });
  await service.startIndexer({ TASKS_KEPT_MS: '1000' });
  await eventually(
    () => finishedOf(service, service.indexName),
    (tasks) => tasks.length === 0,
  );
  for (const title of ['One', 'Two', 'Three']) {
    await service.catalogue.products.updateOne({ _id: 'p' }, { $set: { title } });
    await eventuallyEqual(service);
  }
  await eventually(
    () => finishedOf(service, service.indexName),
    (tasks) => tasks.length === 0,
  );
});

concurrentTest('a paused leader purges nothing, even if it takes over during the pause', async (service) => {
  const { meilisearch, indexName } = service;
  const untilPurged = () =>
    eventually(
      () => finishedOf(service, indexName),
      (tasks) => tasks.length === 0,
    );
  const settings = { TASKS_KEPT_MS: '1000' };
  const first = await service.startIndexer(settings);
  await untilPurged();
  expect(await service.command('pause')).toMatchObject({ code: 0 });
  const { uid } = await done(meilisearch.index(indexName).addDocuments([{ id: 'by-somebody-else', deleted: true }]));
  await nextReports(service, 2);
  await first.stop();
  await service.startIndexer(settings, 'start');
  await eventuallyInState(service, 'paused');
  await nextReports(service, 2);
  expect(await meilisearch.tasks.getTask(uid)).toMatchObject({ status: 'succeeded' });
  await service.command('resume');
  await untilPurged();
});
