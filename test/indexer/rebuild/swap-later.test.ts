/** `reindex --no-swap`, then `swap`: the new index is complete and follows changes until it goes live. */
import { previousName } from '../../../indexer/rebuild/index-names.ts';
import { documentedKey } from '../../support/engines/documented-keys.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { holdFilling, startHeldSwap, throughProxy } from '../support/engines/held-rebuilds.ts';
import { documentCount, done, rebuildName } from '../support/indexes.ts';
import { eventuallyInState, generationOf, jobsOf, nextReports, startWaiting, statusOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

const READY = /^the new index has 10 products and follows the changes: run `swap` to make it live\n$/;

/** Resolves when the rebuild of this epoch's leader equals MongoDB. */
const eventuallyBuilt = (service: TestService, epoch: number) =>
  eventuallyEqual({ ...service, indexName: rebuildName(service, epoch) });

const changeAll = ({ catalogue }: TestService, title: string) => catalogue.products.updateMany({}, { $set: { title } });

concurrentTest('an index that is ready to swap follows the changes, also under the next leader', async (service) => {
  const ids = await fill(service, 10);
  const first = await service.startIndexer();
  const { code, stdout } = await service.command('reindex --no-swap');
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(READY) });
  expect(await eventuallyInState(service, 'ready to swap')).toMatchObject({
    operation: { kind: 'reindex', state: 'ready', done: 10, total: 10 },
  });
  expect((await service.command('status')).stdout).toMatch(/^reindex +ready: run `swap` to make it live$/m);
  await changeAll(service, 'While it waits');
  await Promise.all([eventuallyEqual(service), eventuallyBuilt(service, 1)]);
  expect(await generationOf(service)).toBe(1);

  await first.stop();
  await changeAll(service, 'While nobody leads');
  await service.catalogue.products.deleteOne({ _id: ids[0] as string });
  const second = await service.startIndexer({}, 'start');
  await second.line(({ msg }) => msg === 'continuing an interrupted rebuild');
  await eventuallyInState(service, 'ready to swap');
  await Promise.all([eventuallyEqual(service), eventuallyBuilt(service, 2)]);
  expect(await generationOf(service)).toBe(1);

  const swapped = await service.command('swap');
  expect(swapped).toMatchObject({ code: 0, stdout: 'the new index of 9 products is live\n' });
  expect(await generationOf(service)).toBe(2);
  expect(await generationOf(service, previousName(service.indexName))).toBe(1);
  await changeAll(service, 'After the swap');
  await eventuallyEqual(service);
  expect(await documentCount(service, rebuildName(service, 2))).toBe(-1);
  expect(await eventuallyInState(service, 'following')).toMatchObject({ operation: { state: 'done' } });
});

concurrentTest('reindex --no-swap and swap without a running indexer', async (service) => {
  await fill(service, 10);
  await (await service.startIndexer()).stop();
  expect(await service.command('reindex --no-swap')).toMatchObject({ code: 0, stdout: expect.stringMatching(READY) });
  await changeAll(service, 'Between the two');
  expect(await generationOf(service)).toBe(1);
  expect(await service.command('swap')).toMatchObject({ code: 0 });
  expect(await generationOf(service)).toBe(2);
  await service.startIndexer();
  await eventuallyEqual(service);
});

concurrentTest('reindex --no-swap waits for no swap while there is no live index to follow', async (service) => {
  await fill(service, 10);
  const { code, stdout } = await service.command('reindex --no-swap');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'reindexed 10 products\n' });
  await service.startIndexer();
  await eventuallyEqual(service);
});

concurrentTest('an index that is ready to swap goes live when the live index is lost', async (service) => {
  await fill(service, 10);
  await service.startIndexer();
  expect(await service.command('reindex --no-swap')).toMatchObject({ code: 0 });
  await done(service.meilisearch.deleteIndex(service.indexName));
  await eventually(
    () => jobsOf(service).operation(),
    (operation) => operation?.state === 'done',
  );
  await eventuallyEqual(service);
});

concurrentTest('swap without a ready index is an error that reports the current operation', async (service) => {
  await fill(service, 10);
  expect(await service.command('swap')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'no index is ready to be swapped in: run `reindex --no-swap` first\n',
  });
  await throughProxy(service, async (proxy, settings) => {
    await service.startIndexer(settings);
    const { held, release } = holdFilling(proxy);
    const reindex = service.command('reindex --no-swap');
    await held;
    expect(await service.command('swap')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'no index is ready to be swapped in: `reindex --no-swap` is running\n',
    });
    release();
    expect(await reindex).toMatchObject({ code: 0 });
    expect(await service.command('reindex')).toEqual({
      code: 1,
      stdout: '',
      stderr: '`reindex --no-swap` is ready. Run `swap` first, or `rollback`, which deletes the new index\n',
    });
    expect(await service.command('swap')).toMatchObject({ code: 0 });
    expect(await service.command('swap')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^no index is ready/),
    });
  });
});

concurrentTest('a ready index is not swapped in by reindex --adopt', async (service) => {
  await fill(service, 10);
  await service.startIndexer();
  expect(await service.command('reindex --no-swap')).toMatchObject({ code: 0 });
  expect(await service.command('reindex --adopt')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^`reindex --no-swap --adopt` is ready\. Run `swap`/),
  });
  await nextReports(service, 3);
  expect(await statusOf(service)).toMatchObject({ state: 'ready to swap', operation: { state: 'ready' } });
  expect(await generationOf(service)).toBe(1);
  expect(await service.command('swap')).toMatchObject({ code: 0 });
  expect(await generationOf(service)).toBe(2);
});

concurrentTest('a reindex that joins a swap waits until the new index is live', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    const { swap, release } = await startHeldSwap(service, proxy, settings);
    const { finished } = await startWaiting(service, 'reindex');
    const { operation } = await statusOf(service);
    release();
    expect(await swap).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await finished;
    expect([code, stdout]).toEqual([0, 'reindexed 10 products\n']);
    expect(stderr).not.toContain('run `swap`');
    expect(operation).toMatchObject({ state: 'running' });
  });
});

concurrentTest(
  'a reindex --no-swap that ends with an error is continued, and still waits for swap',
  async (service) => {
    await fill(service, 10);
    await (await service.startIndexer()).stop();
    const { key, uid } = await service.meilisearch.createKey(documentedKey('indexer'));
    await throughProxy(service, async (proxy, settings) => {
      // 1. The command leads. While it fills its index, its key is revoked.
      const { held, release } = holdFilling(proxy);
      const reindex = service.command('reindex --no-swap', { ...settings, MEILISEARCH_API_KEY: key });
      await held;
      await service.meilisearch.deleteKey(uid);
      release();
      expect(await reindex).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^Meilisearch refuses MEILISEARCH_API_KEY: .*\. The next leader continues /m),
      });
      expect(await statusOf(service)).toMatchObject({ leader: null, operation: { state: 'running' } });
    });
    // 2. The next leader continues the rebuild with the same options.
    const indexer = await service.startIndexer({}, 'start');
    await indexer.line(({ msg }) => msg === 'continuing an interrupted rebuild');
    await eventuallyInState(service, 'ready to swap');
    expect(await generationOf(service)).toBe(1);
    expect(await service.command('swap')).toMatchObject({ code: 0 });
    expect(await generationOf(service)).toBe(2);
  },
);
