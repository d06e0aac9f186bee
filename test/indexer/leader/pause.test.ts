/** Between `pause` and `resume`, the indexer writes nothing to Meilisearch, and no change is lost. */
import { indexKey } from '../../../src/search/index/keys.ts';
import { startMongodbProxy } from '../../support/engines/proxy.ts';
import { runIndexerCommand } from '../../support/in-worker.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { metricOf } from '../support/indexer-http.ts';
import { rebuildsOf } from '../support/indexer-log.ts';
import { countTasks, done } from '../support/indexes.ts';
import { eventuallyInState, jobsOf, nextReports, statusOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

const PAUSED = 'paused: changes wait until `resume`, and the oplog of MongoDB must hold them until then\n';

concurrentTest(
  'a paused indexer writes nothing and reports since when; pending changes are indexed after resume',
  async (service) => {
    const { products } = service.catalogue;
    const ids = await fill(service, 20);
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);

    expect(await service.command('pause')).toEqual({ code: 0, stdout: PAUSED, stderr: '' });
    // Count without waiting: the command has waited for the last write.
    const before = await countTasks(service);
    await products.updateMany({}, { $set: { title: 'Changed while paused' } });
    await products.deleteOne({ _id: ids[0] as string });
    await nextReports(service, 2);
    expect(await countTasks(service)).toBe(before);
    expect(await statusOf(service)).toMatchObject({
      state: 'paused',
      pausedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      report: { checkpointAt: expect.any(String), lagMs: null },
    });
    const { stdout } = await service.command('status');
    expect(stdout).toMatch(/^state +paused, as of \d+\.\d s ago$/m);
    expect(stdout).toMatch(/^paused +since \S+Z: nothing is written until `resume`$/m);
    expect(await metricOf(indexer, 'paused')).toBe(1);
    // A second pause keeps the time of the first.
    const { pausedAt } = await statusOf(service);
    expect(await service.command('pause')).toMatchObject({ code: 0 });
    expect((await statusOf(service)).pausedAt).toBe(pausedAt);
    // The oplog must reach back to the checkpoint, so operators need its age.
    await eventually(
      () => metricOf(indexer, 'checkpoint_age_seconds'),
      (age) => age >= 2,
    );

    expect((await service.command('resume')).code).toBe(0);
    await eventuallyEqual(service);
    expect(await eventuallyInState(service, 'following')).toMatchObject({ pausedAt: null });
    expect((await service.command('status')).stdout).not.toMatch(/^paused/m);
    expect(rebuildsOf(indexer).length).toBe(1);
  },
);

concurrentTest('a pause that MongoDB stored and did not confirm is mentioned', async (service) => {
  const proxy = await startMongodbProxy(service);
  void proxy.cutAt('pausedAt', 'after').then(() => proxy.refuse());
  const { code, stderr } = await runIndexerCommand(['pause'], { ...service.variables, MONGODB_URL: proxy.url });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The request may be stored, .* see `status`\.\nMongoDB /)]);
  expect(await jobsOf(service).pausedAt()).not.toBeNull();
});

concurrentTest('a pause outlives the leader: the next leader also writes nothing until resume', async (service) => {
  await fill(service, 20);
  const first = await service.startIndexer();
  await eventuallyEqual(service);
  await service.command('pause');
  await first.stop();
  const [tasks, checkpoint] = [await countTasks(service), await storedCheckpoint(service)];
  await service.catalogue.products.updateMany({}, { $set: { title: 'Changed while paused' } });

  await service.startIndexer({}, 'start');
  expect(await eventuallyInState(service, 'paused')).toMatchObject({ epoch: 2, report: { progress: null } });
  await nextReports(service, 2);
  expect(await countTasks(service)).toBe(tasks);
  expect(await storedCheckpoint(service)).toEqual(checkpoint);
  // A leader that has never followed the index also reports the age of the checkpoint.
  expect(await statusOf(service)).toMatchObject({ report: { checkpointAt: expect.any(String) } });

  await service.command('resume');
  await eventuallyEqual(service);
});

concurrentTest('a paused rebuild continues after resume', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer(settings);
    const { held, release } = holdFilling(proxy);
    const reindex = service.command('reindex');
    await held;
    const pausing = service.command('pause');
    await eventually(
      () => jobsOf(service).pausedAt(),
      (pausedAt) => pausedAt !== null,
    );
    // The command waits for the write in flight.
    release();
    expect(await pausing).toMatchObject({ code: 0 });
    const before = await countTasks(service);
    await service.catalogue.products.updateMany({}, { $set: { title: 'Changed while paused' } });
    await nextReports(service, 2);
    expect(await countTasks(service)).toBe(before);
    expect(await statusOf(service)).toMatchObject({ state: 'paused', operation: { state: 'running', total: 10 } });

    await service.command('resume');
    expect(await reindex).toMatchObject({ code: 0, stdout: 'reindexed 10 products\n' });
    expect(indexer.log.map(({ msg }) => msg)).toContain('continuing an interrupted rebuild');
    expect(indexer.log.map(({ msg }) => msg)).not.toContain('deleting what an earlier rebuild left');
    await eventuallyEqual(service);
  });
});

concurrentTest(
  'a pause without a running indexer also applies to a reindex, which reports it and waits',
  async (service) => {
    await fill(service, 5);
    expect(await service.command('pause')).toMatchObject({ code: 0 });
    const reindex = service.startCommand('reindex');
    await eventuallyInState(service, 'paused');
    await eventually(
      async () => reindex.output(),
      (output) => output.includes('The indexer is paused: this waits until `resume`.'),
    );
    expect(await countTasks(service)).toBe(0);
    await service.command('resume');
    expect(await reindex.exited).toBe(0);
    await eventuallyEqual(service);
  },
);

concurrentTest('verify reports the pause and ends; --repair is refused until resume', async (service) => {
  await fill(service, 5);
  await service.startIndexer();
  await eventuallyEqual(service);
  await service.command('pause');
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed while paused' } });
  expect(await service.command('verify')).toEqual({
    code: 1,
    stdout: '5 products: 1 differences\none\tstale\t1\tgiven-00001\n',
    stderr: expect.stringMatching(
      /^The indexer is paused: products that changed since \S+Z may differ until `resume`\.$/m,
    ),
  });
  expect(await service.command('verify --repair')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'the indexer is paused: run `resume`, and then `verify --repair` again\n',
  });
  await service.command('resume');
  await eventuallyEqual(service);
  expect(await service.command('verify --repair')).toMatchObject({ code: 0 });
});

concurrentTest('a pause during a repair ends the command, and the repair completes after resume', async (service) => {
  await fill(service, 5);
  await throughProxy(service, async (proxy, settings) => {
    await service.startIndexer(settings);
    await eventuallyEqual(service);
    await done(service.meilisearch.index(service.indexName).deleteDocument(indexKey('given-00001')));
    // The leader has started the write that the command requested.
    const write = proxy.delayAt('given-00001');
    const repair = service.command('verify --repair');
    await write.held;
    const pausing = service.command('pause');
    expect(await repair).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the indexer is paused: run `resume`, and then `verify --repair` again\n'),
    });
    write.release();
    expect(await pausing).toMatchObject({ code: 0 });
    await service.command('resume');
    await eventuallyEqual(service);
  });
});
