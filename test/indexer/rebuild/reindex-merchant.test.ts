/** `reindex --merchant ID` rewrites every product of one merchant in the live index, and nothing else. */
import { leaseCollection } from '../../../indexer/election/stored-lease.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import { startMongodbProxy } from '../../support/engines/proxy.ts';
import { collection, insert, product, shop } from '../../support/fixtures.ts';
import { differences, eventuallyEqual, NO_DIFFERENCES } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { throughProxy } from '../support/engines/held-rebuilds.ts';
import { filledIndex, startPipeline } from '../support/in-process.ts';
import { countTasks } from '../support/indexes.ts';
import { releaseLease } from '../support/lease.ts';
import { generationOf, rewritesOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

/** The time when each document was written, by product id. */
async function writtenAt({ meilisearch, indexName }: TestService): Promise<Map<string, number | undefined>> {
  const documents = await searchDocuments(meilisearch, indexName);
  return new Map([...documents.values()].map(({ product_id, indexed_at }) => [product_id, indexed_at]));
}

for (const isRunning of [true, false]) {
  concurrentTest(
    `reindex --merchant ${isRunning ? 'beside a running indexer' : 'without a running indexer'} writes only its products, also unchanged ones`,
    async (service) => {
      const ids = await fill(service, 20);
      await insert(service.catalogue, { ...shop('two'), products: [product('of-two', 'two')] });
      const indexer = await service.startIndexer();
      await eventuallyEqual(service);
      if (!isRunning) await indexer.stop();
      const before = await writtenAt(service);

      const { code, stdout } = await service.command('reindex --merchant one');
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: 'rewrote every product of one\n',
      });
      const after = await writtenAt(service);
      expect(ids.filter((id) => after.get(id) === before.get(id))).toEqual([]);
      expect(after.get('of-two')).toBe(before.get('of-two'));
      expect(await differences(service)).toEqual(NO_DIFFERENCES);
      expect(await generationOf(service)).toBe(1);
    },
  );
}

concurrentTest("a merchant's request is removed only when the checkpoint contains its fan-out", async (service) => {
  await fill(service, 11);
  const rewrites = rewritesOf(service);
  const fanOuts: unknown[] = [];
  const started = await startPipeline(service, await filledIndex(service), {
    profile: { chunkSize: 10 },
    rewrites: {
      ...rewrites,
      // Ends like a leader that is killed here.
      async done(list) {
        if (list.length === 0) return;
        fanOuts.push(...started.pipeline.confirmed().fanOuts);
        throw new Error('ended');
      },
    },
  });
  await rewrites.request([{ kind: 'merchant', merchantId: 'one' }]);
  await expect(started.running).rejects.toThrow('ended');
  const fanOut = { kind: 'merchant', id: 'one', isForced: true };
  expect(fanOuts).toMatchObject([fanOut]);
  expect((await storedCheckpoint(service)).fanOuts).toMatchObject([fanOut]);
  expect((await rewrites.due(1)).length).toBe(1);
});

concurrentTest('reindex --merchant with an unknown merchant is an error and requests nothing', async (service) => {
  await fill(service, 5);
  await service.startIndexer();
  await eventuallyEqual(service);
  const before = await countTasks(service);
  expect(await service.command('reindex --merchant nobody')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'there is no merchant nobody\n',
  });
  expect(await service.database.collection('indexer_jobs').countDocuments()).toBe(0);
  expect(await countTasks(service)).toBe(before);
});

concurrentTest('reindex --merchant and --drop-old refuse other options', async (service) => {
  for (const options of ['--merchant one --no-swap', '--merchant one --adopt', '--drop-old --allow-fewer']) {
    const { code, stderr } = await service.command(`reindex ${options}`);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/cannot be used with option/) });
  }
});

concurrentTest('reindex --merchant does not take the last report of a killed leader for the end', async (service) => {
  // More than one chunk of a fan-out.
  const ids = await fill(service, 1100);
  await insert(service.catalogue, { ...shop('two'), products: [product('of-two', 'two')] });
  // It takes a new process longer to build the index.
  await (await service.startIndexer()).stop();
  await throughProxy(service, async (proxy, settings) => {
    const first = await service.startIndexerProcess(settings);
    await eventuallyEqual(service);
    const written = await writtenAt(service);
    // 1. The leader has taken the request and written the first products. Then it is killed.
    const { held } = proxy.delayAt('given-01000');
    const mongodb = await startMongodbProxy(service);
    const reindex = service.command('reindex --merchant one', { MONGODB_URL: mongodb.url });
    await held;
    await eventually(
      () => rewritesOf(service).due(1),
      (due) => due.length === 0,
    );
    await first.end('SIGKILL');
    // 2. Its last report is from before the request. The command reads it while nobody leads.
    let hasEnded = false;
    void reindex.then(() => {
      hasEnded = true;
    });
    const reads = mongodb.countResponses(/\$facet/);
    const expired = { expiresAt: new Date(0), 'report.rewritingMerchants': [] };
    await leaseCollection(service.database).updateOne({ _id: service.indexName }, { $set: expired });
    const readBefore = reads();
    await eventually(
      async () => hasEnded || reads() > readBefore + 2,
      (isRead) => isRead,
    );
    // 3. The command leads and completes the request.
    await releaseLease(service);
    expect(await reindex).toMatchObject({ code: 0 });
    await mongodb.refuse();
    const after = await writtenAt(service);
    expect(ids.filter((id) => after.get(id) === written.get(id))).toEqual([]);
    expect(after.get('of-two')).toBe(written.get('of-two'));
  });
});

concurrentTest(
  'reindex --merchant also waits when so many fan-outs wait that they become one over all products',
  async (service) => {
    const ids = await fill(service, 1100);
    await throughProxy(service, async (proxy, settings) => {
      await service.startIndexer(settings);
      await eventuallyEqual(service);
      const written = await writtenAt(service);
      const first = proxy.delayAt('given-00001');
      const mongodb = await startMongodbProxy(service);
      const reindex = service.command('reindex --merchant one', { MONGODB_URL: mongodb.url });
      await first.held;
      const collections = Array.from({ length: 1001 }, (_, number) => collection(`c${number}`, 'one'));
      await insert(service.catalogue, { collections });
      const second = proxy.delayAt('given-01001');
      first.release();
      await second.held;
      // The command reads several reports before all products are written again.
      let hasEnded = false;
      void reindex.then(() => {
        hasEnded = true;
      });
      const reads = mongodb.countResponses(/\$facet/);
      await eventually(async () => hasEnded || reads() > 5, Boolean);
      expect(hasEnded).toBe(false);
      second.release();
      expect(await reindex).toMatchObject({ code: 0 });
      await mongodb.refuse();
      const after = await writtenAt(service);
      expect(ids.filter((id) => after.get(id) === written.get(id))).toEqual([]);
    });
  },
);
