/**
 * The leftovers of an interrupted rebuild. The next leader renames the new index and resumes the rebuild, so a deposed
 * leader's late requests to the old name fail. The index that a swap replaced becomes the previous index. All other
 * leftovers of this program are deleted; an index of another program is not changed.
 */
import type { Task, TaskType } from 'meilisearch';
import { type Checkpoint, checkpointId, ORIGIN } from '../../../indexer/checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { epochOfRebuild, previousName } from '../../../indexer/rebuild/index-names.ts';
import { isOpen } from '../../../indexer/requests/operations.ts';
import { product } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { putCheckpoint, storedCheckpoint } from '../support/checkpoint.ts';
import { holdCounting, holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { rebuildsOf } from '../support/indexer-log.ts';
import { documentCount, done, rebuildName } from '../support/indexes.ts';
import { releaseLease } from '../support/lease.ts';
import { eventuallyInState, jobsOf, requestReindex } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

/** Resolves to the finished task of this type whose JSON contains this text. */
function endedTask({ meilisearch }: TestService, type: TaskType, text: string): Promise<Task> {
  const find = async () => {
    const { results } = await meilisearch.tasks.getTasks({
      types: [type],
      statuses: ['succeeded', 'failed'],
      limit: 100,
    });
    return results.find((task) => JSON.stringify(task).includes(text));
  };
  return eventually(find, (task) => task !== undefined) as Promise<Task>;
}

/** The JSON of the swap of a rebuild with the live index, in the request and in the task. */
const swapOf = (service: TestService, epoch: number) => `["${rebuildName(service, epoch)}","${service.indexName}"]`;

const eventuallyDone = (service: TestService) =>
  eventually(
    () => jobsOf(service).operation(),
    (operation) => operation?.state === 'done',
  );

const notFound = { status: 'failed', error: { code: 'index_not_found' } };

// FM-21, FM-41
concurrentTest(
  'the late swap of a deposed leader fails, because its successor has renamed the rebuild',
  async (service) => {
    await fill(service, 10);
    await throughProxy(service, (proxyOfFirst, settingsOfFirst) =>
      throughProxy(service, async (proxyOfSecond, settingsOfSecond) => {
        // 1. A leader has built an index, and is paused while the proxy holds its swap.
        const first = await service.startIndexerProcess(settingsOfFirst);
        const late = proxyOfFirst.delayAt('POST /swap-indexes');
        await requestReindex(service);
        await late.held;
        first.signal('SIGSTOP');
        // 2. The next leader resumes the rebuild and sends its own swap.
        const swap = proxyOfSecond.delayAt(swapOf(service, 2));
        await releaseLease(service);
        const second = await service.startIndexer(settingsOfSecond);
        await swap.held;
        // 3. The late swap arrives.
        late.release();
        expect(await endedTask(service, 'indexSwap', swapOf(service, 1))).toMatchObject(notFound);
        expect(await storedCheckpoint(service)).toMatchObject({ generation: 1 });
        // 4. The next leader swaps once, and the old index is the previous one.
        swap.release();
        await eventuallyDone(service);
        first.signal('SIGCONT');
        await eventuallyEqual(service);
        expect(await storedCheckpoint(service)).toMatchObject({ generation: 2 });
        expect(await storedCheckpoint({ ...service, indexName: previousName(service.indexName) })).toMatchObject({
          generation: 1,
        });
        expect(rebuildsOf(second).length).toBe(1);
      }),
    );
  },
);

// FM-41
concurrentTest(
  'the late swap of a deposed leader that rolled back fails, because its successor has renamed the previous index',
  async (service) => {
    const { indexName, meilisearch } = service;
    await fill(service, 20);
    /** The ended swaps with the live index, the last one first. */
    const swapsWithLive = async () => {
      const { results } = await meilisearch.tasks.getTasks({
        types: ['indexSwap'],
        statuses: ['succeeded', 'failed'],
        limit: 100,
      });
      return results.filter((task) => JSON.stringify(task).includes(`,"${indexName}"]`));
    };
    await throughProxy(service, async (proxy, settings) => {
      // 1. A leader rolls back, and is paused while the proxy holds its swap.
      const first = await service.startIndexerProcess(settings);
      expect(await service.command('reindex')).toMatchObject({ code: 0 });
      const late = proxy.delayAt(`,"${indexName}"]`);
      await jobsOf(service).request({ kind: 'rollback', schemaVersion: SCHEMA_VERSION });
      await late.held;
      first.signal('SIGSTOP');
      // 2. The next leader rolls back.
      await releaseLease(service);
      await service.startIndexer();
      await eventuallyDone(service);
      expect(await storedCheckpoint(service)).toMatchObject({ generation: 1 });
      // 3. The late swap arrives.
      const { length } = await swapsWithLive();
      late.release();
      const [last] = await eventually(swapsWithLive, (swaps) => swaps.length > length);
      expect(await storedCheckpoint(service)).toMatchObject({ generation: 1 });
      expect(last).toMatchObject(notFound);
      first.signal('SIGCONT');
      await service.catalogue.products.updateMany({}, { $set: { title: 'After the rollback' } });
      await eventuallyEqual(service);
      expect(await storedCheckpoint(service)).toMatchObject({ generation: 1 });
      expect(await storedCheckpoint({ ...service, indexName: previousName(indexName) })).toMatchObject({
        generation: 2,
      });
    });
  },
);

// FM-41
concurrentTest(
  'an index that a rollback replaced is kept as the previous one, and never continued as a rebuild',
  async (service) => {
    const { indexName, meilisearch } = service;
    await fill(service, 20);
    const indexer = await service.startIndexer();
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    // A deposed leader's late renaming of the previous index, which is now the one that was rolled back from.
    await eventually(
      () => documentCount(service, previousName(indexName)),
      (count) => count > 0,
    );
    const indexes: [string, string] = [previousName(indexName), rebuildName(service, 1)];
    await done(meilisearch.swapIndexes([{ indexes, rename: true }]));
    expect(await service.command('reindex --no-swap')).toMatchObject({ code: 0 });
    expect(await storedCheckpoint({ ...service, indexName: rebuildName(service, 1) })).toMatchObject({ generation: 3 });
    expect(await storedCheckpoint({ ...service, indexName: previousName(indexName) })).toMatchObject({ generation: 2 });
    expect(indexer.log.filter(({ msg }) => msg === 'continuing an interrupted rebuild')).toEqual([]);
  },
);

// FM-41
concurrentTest(
  'the late deletion of a deposed leader fails, because its successor has renamed the rebuild',
  async (service) => {
    await fill(service, 10);
    await throughProxy(service, (proxyOfFirst, settingsOfFirst) =>
      throughProxy(service, async (proxyOfSecond, settingsOfSecond) => {
        // 1. A leader is building an index. A collection is dropped, so the leader discards that index. The leader is
        // paused while the proxy holds the deletion.
        const first = await service.startIndexerProcess(settingsOfFirst);
        const filling = holdFilling(proxyOfFirst);
        await requestReindex(service);
        await filling.held;
        const late = proxyOfFirst.delayAt(`DELETE /indexes/${rebuildName(service, 1)}`);
        await service.catalogue.memberships.drop();
        filling.release();
        await late.held;
        first.signal('SIGSTOP');
        // 2. The next leader is building an index, too.
        const fillingOfSecond = holdFilling(proxyOfSecond);
        await releaseLease(service);
        const second = await service.startIndexer(settingsOfSecond, 'start');
        await fillingOfSecond.held;
        // 3. The late deletion arrives.
        late.release();
        expect(await endedTask(service, 'indexDeletion', rebuildName(service, 1))).toMatchObject(notFound);
        expect(await documentCount(service, rebuildName(service, 2))).not.toBe(-1);
        // 4. The rebuild continues.
        fillingOfSecond.release();
        await second.line(({ msg }) => msg === 'the new index is live');
        await eventuallyDone(service);
        first.signal('SIGCONT');
        await eventuallyEqual(service);
      }),
    );
  },
);

/** Leftovers under the name of a rebuild that no leader can resume. Each function leaves the index `indexName`. */
const leftovers: [string, (service: TestService, indexName: string) => Promise<unknown>][] = [
  [
    'has neither settings nor a checkpoint yet',
    ({ meilisearch }, indexName) => done(meilisearch.createIndex(indexName, { primaryKey: 'id' })),
  ],
  ['has no checkpoint yet', leaveWithoutCheckpoint],
  ['has another schema version', (service, indexName) => leaveRebuild(service, indexName, { schemaVersion: 1 })],
  [
    'has a checkpoint that is lost',
    (service, indexName) => leaveRebuild(service, indexName, { token: { _data: '8200000001' } }),
  ],
  ['a late write created again, without settings', leaveLateWrite],
];

/** Leaves the index that the engine creates for a write to a deleted rebuild. */
async function leaveLateWrite({ meilisearch }: TestService, indexName: string): Promise<void> {
  const checkpoint = {
    id: checkpointId(epochOfRebuild(indexName)),
    epoch: epochOfRebuild(indexName),
    checkpoint: '{}',
  };
  await done(
    meilisearch.index(indexName).addDocuments([{ id: 'late', title: 'Late' }, checkpoint], { primaryKey: 'id' }),
  );
}

/** Leaves an index that has our settings. */
async function leaveWithoutCheckpoint(service: TestService, indexName: string): Promise<void> {
  await done(service.meilisearch.createIndex(indexName, { primaryKey: 'id' }));
  const settings = await service.meilisearch.index(service.indexName).getSettings();
  expect(await done(service.meilisearch.index(indexName).updateSettings(settings))).toMatchObject({
    status: 'succeeded',
  });
}

/** Leaves an index with the live index's checkpoint, of the next generation, changed by `changes`. */
async function leaveRebuild(service: TestService, indexName: string, changes: Partial<Checkpoint>): Promise<void> {
  await leaveWithoutCheckpoint(service, indexName);
  const live = await storedCheckpoint(service);
  const checkpoint = { ...live, epoch: 1, generation: live.generation + 1, ...changes };
  await putCheckpoint({ ...service, indexName }, checkpoint, [ORIGIN]);
}

// FM-35
concurrentTest(
  'a leftover of a rebuild that no leader can resume is deleted, and the index can be rebuilt',
  async (service) => {
    await fill(service, 10);
    await (await service.startIndexer()).stop();
    for (const [number, [state, leave]] of leftovers.entries()) {
      await leave(service, rebuildName(service, 1));
      const indexer = await service.startIndexer();
      await indexer.line(({ msg }) => msg === 'deleting what an earlier rebuild left');
      await eventually(
        () => Promise.all([1, number + 2].map((epoch) => documentCount(service, rebuildName(service, epoch)))),
        (counts) => counts.every((count) => count === -1),
      );
      const continued = indexer.log.filter(({ msg }) => msg === 'continuing an interrupted rebuild');
      expect({ state, continued }).toEqual({ state, continued: [] });
      await indexer.stop();
    }
    // No leftover remains that the rebuild could depend on.
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    await service.startIndexer();
    await eventuallyEqual(service);
  },
);

// FM-35
concurrentTest(
  'a leftover without settings is deleted under its own name: under another one, it would look like an index of another program',
  async (service) => {
    await fill(service, 10);
    await (await service.startIndexer()).stop();
    await leaveLateWrite(service, rebuildName(service, 1));
    const indexer = await service.startIndexer();
    await indexer.line(({ msg }) => msg === 'deleting what an earlier rebuild left');
    await eventually(
      () => documentCount(service, rebuildName(service, 1)),
      (count) => count === -1,
    );
    const { results: swaps } = await service.meilisearch.tasks.getTasks({ types: ['indexSwap'], limit: 1000 });
    const renamed = `["${rebuildName(service, 1)}","${rebuildName(service, 2)}"]`;
    expect(swaps.filter((task) => JSON.stringify(task).includes(renamed))).toEqual([]);
    await eventuallyEqual(service);
  },
);

// D26
concurrentTest(
  'a leftover beside a rebuild that continues is deleted without the dead letters of that rebuild',
  async (service) => {
    await fill(service, 10);
    await insertRaw(service, [product('given-00001-broken', 'one', { subtitle: UNREADABLE })]);
    await throughProxy(service, async (proxy, settings) => {
      const first = await service.startIndexer(settings);
      const counting = holdCounting(proxy, 'one');
      await requestReindex(service);
      await counting.held;
      await first.stop();
    });
    await leaveLateWrite(service, rebuildName(service, 0));
    const second = await service.startIndexer({}, 'start');
    await second.line(({ msg }) => msg === 'deleting what an earlier rebuild left');
    const operation = await eventually(
      () => jobsOf(service).operation(),
      (found) => !isOpen(found),
    );
    expect(operation).toMatchObject({ state: 'done' });
    expect(second.log.filter(({ msg }) => msg.startsWith('counts differ'))).toEqual([]);
  },
);

// D27
concurrentTest("a newer version's rebuild stays until this version builds an index itself", async (service) => {
  await fill(service, 10);
  await (await service.startIndexer()).stop();
  const newer = rebuildName(service, 1);
  await leaveRebuild(service, newer, { schemaVersion: SCHEMA_VERSION + 1 });
  const indexer = await service.startIndexer();
  await eventuallyInState(service, 'following');
  await service.catalogue.products.updateMany({}, { $set: { title: 'Followed' } });
  await eventuallyEqual(service);
  expect(await storedCheckpoint({ ...service, indexName: newer })).toMatchObject({
    schemaVersion: SCHEMA_VERSION + 1,
    generation: 2,
  });
  expect(rebuildsOf(indexer)).toEqual([]);
  expect(await service.command('reindex')).toMatchObject({ code: 0 });
  expect(await documentCount(service, newer)).toBe(-1);
  await eventuallyEqual(service);
});

// FM-35
concurrentTest(
  'a leftover that was live before the last swap becomes the previous index, without a rebuild',
  async (service) => {
    await fill(service, 10);
    await (await service.startIndexer()).stop();
    await leaveRebuild(service, rebuildName(service, 1), { generation: 0 });
    const indexer = await service.startIndexer();
    await eventually(
      () => documentCount(service, previousName(service.indexName)),
      (count) => count === 1,
    );
    expect(await storedCheckpoint({ ...service, indexName: previousName(service.indexName) })).toMatchObject({
      generation: 0,
    });
    expect(await documentCount(service, rebuildName(service, 1))).toBe(-1);
    await eventuallyEqual(service);
    expect(rebuildsOf(indexer)).toEqual([]);
  },
);

// FM-35
concurrentTest(
  'an index of another program with the name of a rebuild is not deleted: the indexer stands by until `reindex --adopt`',
  async (service) => {
    await fill(service, 10);
    const foreign = rebuildName(service, 7);
    await done(service.meilisearch.index(foreign).addDocuments([{ id: 'foreign', title: 'Of another program' }]));
    const indexer = await service.startIndexer({}, 'start');
    const { msg } = await indexer.line((line) => line.msg.startsWith('standing by'));
    expect(msg).toContain(foreign);
    expect(await documentCount(service, foreign)).toBe(1);
    expect(await documentCount(service, service.indexName)).toBe(-1);

    expect(await service.command('reindex --adopt')).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
    expect(await documentCount(service, foreign)).toBe(-1);
  },
);

// FM-41
concurrentTest(
  'a deposed leader does not change the rebuild of a later leader, and leads again with a later epoch',
  async (service) => {
    await fill(service, 10);
    const indexer = await service.startIndexer();
    await leaveRebuild(service, rebuildName(service, 7), { schemaVersion: 1 });
    await requestReindex(service);
    const lost = await indexer.line(({ msg }) => msg.startsWith('the lease is lost'));
    expect(lost).toMatchObject({ epoch: 1, reason: `a later leader builds the index ${rebuildName(service, 7)}` });
    expect(await documentCount(service, rebuildName(service, 1))).toBe(-1);
    await indexer.line(({ msg, epoch }) => msg === 'leading' && epoch === 8);
    await eventuallyDone(service);
    await eventuallyEqual(service);
    expect(await documentCount(service, rebuildName(service, 7))).toBe(-1);
  },
);
