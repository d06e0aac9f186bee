/**
 * `reindex` builds a new index beside the live one, which serves searches while writes continue. A reindex is done
 * once: the next leader resumes an interrupted rebuild.
 */
import { previousName } from '../../../indexer/rebuild/index-names.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { holdHalfway, throughProxy } from '../support/engines/held-rebuilds.ts';
import { rebuildsOf } from '../support/indexer-log.ts';
import { documentCount, rebuildName } from '../support/indexes.ts';
import { releaseLease } from '../support/lease.ts';
import { generationOf, requestReindex, startWaiting } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { startSearching, startWriting } from '../support/writes/traffic.ts';

const isGone = (service: TestService, indexName: string) =>
  eventually(
    () => documentCount(service, indexName),
    (count) => count === -1,
  );

// FM-1, FM-2, FM-4, FM-33, FM-43
for (const isRunning of [true, false]) {
  concurrentTest(
    `reindex ${isRunning ? 'beside a running indexer' : 'without a running indexer'}: writes continue, every search succeeds, and the new index equals MongoDB`,
    async (service) => {
      const ids = await fill(service, 100);
      await throughProxy(service, async (proxy, settings) => {
        const indexer = await service.startIndexer(settings);
        if (!isRunning) await indexer.stop();
        const writing = startWriting(service, 'one', ids);
        const searching = startSearching(service, 'one', 20);

        // Hold the swap until there was enough traffic, which takes longer on a busy machine.
        const { held, release } = proxy.delayAt('POST /swap-indexes');
        const reindex = service.command('reindex', settings);
        await held;
        await Promise.all([writing, searching].map((traffic) => traffic.reached(20)));
        release();
        expect(await reindex).toMatchObject({ code: 0, stdout: expect.stringMatching(/^reindexed \d+ products\n$/) });
        await writing.stop();
        expect((await searching.stop()).failures).toEqual([]);
        if (!isRunning) await service.startIndexer();
        await eventuallyEqual(service);
        await isGone(service, rebuildName(service, isRunning ? 1 : 2));
        // The replaced index is kept for `rollback`.
        expect(await documentCount(service, previousName(service.indexName))).toBeGreaterThan(100);
      });
    },
  );
}

// FM-43
concurrentTest('a reindex that two operators request is done once', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer(settings);
    // Hold the swap until both commands wait for the reindex.
    const { held, release } = proxy.delayAt('POST /swap-indexes');
    const both = await Promise.all([1, 2].map(() => startWaiting(service, 'reindex')));
    await held;
    release();
    for (const { finished } of both)
      expect(await finished).toMatchObject({ code: 0, stdout: 'reindexed 10 products\n' });
    expect(indexer.log.filter(({ reason }) => reason === 'an operator requested it').length).toBe(1);
    await eventuallyEqual(service);
  });
});

concurrentTest('each reindex keeps the index that it replaces as the previous index', async (service) => {
  await fill(service, 10);
  await service.startIndexer();
  for (const generation of [2, 3]) {
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    expect(await generationOf(service)).toBe(generation);
    expect(await generationOf(service, previousName(service.indexName))).toBe(generation - 1);
  }
  await eventuallyEqual(service);
});

// FM-21, FM-35
concurrentTest('a reindex that was killed halfway is resumed, and misses no change made meanwhile', async (service) => {
  const ids = await fill(service, 2100);
  // It takes a new process longer to build the index.
  await (await service.startIndexer()).stop();
  await throughProxy(service, async (proxy, settings) => {
    const first = await service.startIndexerProcess(settings);
    const { held } = holdHalfway(proxy);
    await requestReindex(service);
    await held;
    await first.end('SIGKILL');
  });
  // The engine processes what it has received: 2,000 products and the checkpoint.
  await eventually(
    () => documentCount(service, rebuildName(service, 2)),
    (count) => count === 2001,
  );
  const some = (...indexes: number[]) => ({ _id: { $in: indexes.map((index) => ids[index] as string) } });
  await service.catalogue.products.updateMany(some(3, 2050), { $set: { title: 'Changed meanwhile' } });
  await service.catalogue.products.deleteMany(some(4, 2051));

  await releaseLease(service);
  const second = await service.startIndexer();
  await second.line(({ msg }) => msg === 'continuing an interrupted rebuild');
  await second.line(({ msg }) => msg === 'the new index is live');
  await eventuallyEqual(service);
  await Promise.all([2, 3].map((epoch) => isGone(service, rebuildName(service, epoch))));
});

// FM-44
concurrentTest(
  'a reindex command that is stopped does not report success; run again, it resumes the rebuild',
  async (service) => {
    await fill(service, 10);
    await (await service.startIndexer()).stop();
    await throughProxy(service, async (proxy, settings) => {
      // 1. The command leads. Once its index is built, Meilisearch is unreachable.
      const { held } = proxy.delayAt('POST /swap-indexes');
      const reindex = service.startCommand('reindex', settings);
      await held;
      await proxy.refuse();
      // 2. The command is stopped.
      expect(await reindex.end('SIGTERM')).toBe(1);
      expect(reindex.output()).toContain('run the command again');
    });
    // 3. Run again, the command resumes the rebuild.
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    await service.startIndexer();
    await eventuallyEqual(service);
    expect(await generationOf(service)).toBe(2);
  },
);

// FM-34
concurrentTest('a reindex whose swap was done but not recorded is not repeated', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    const first = await service.startIndexerProcess(settings);
    // 1. The engine accepts the swap, but its response is lost. 2. The leader is killed before it records the swap.
    const swapped = proxy.cutAt('POST /swap-indexes', 'after');
    const reindex = service.command('reindex');
    await swapped;
    await Promise.all([first.end('SIGKILL'), proxy.refuse()]);
    const generation = 2;
    await eventually(
      () => generationOf(service),
      (found) => found === generation,
    );
    // 3. The next leader finds the new index live and completes the request.
    await releaseLease(service);
    const second = await service.startIndexer();
    expect(await reindex).toMatchObject({ code: 0 });
    expect(rebuildsOf(second)).toEqual([]);
    expect(await generationOf(service)).toBe(generation);
    await eventuallyEqual(service);
    // The old index is still kept.
    expect(await documentCount(service, previousName(service.indexName))).toBe(11);
    // 4. A later request is a new reindex.
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    expect(await generationOf(service)).toBe(generation + 1);
  });
});
