/** `pause` and `resume`: nothing is written to Meilisearch in between, and nothing is lost. */

import { indexKey } from '../../src/search/index/document.ts';
import { eventually } from '../support/service.ts';
import { checkpointOf } from './support/checkpoint.ts';
import { metricOf } from './support/indexer-http.ts';
import { concurrentTest } from './support/on-service.ts';
import { countTasks, eventuallyInState, statusOf, twoReports } from './support/operator.ts';
import { done, eventuallyEqual, expireLease, fill, holdHalfway, throughProxy } from './support/steps.ts';

const PAUSED = 'paused: changes wait until `resume`, and the oplog of MongoDB must hold them until then\n';

concurrentTest(
  'a paused indexer writes nothing and says since when; changes wait, and get in after resume',
  async (service) => {
    const { products } = service.catalogue;
    const ids = await fill(service, 20);
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);

    expect(await service.command('pause')).toEqual({ code: 0, stdout: PAUSED, stderr: '' });
    // From here on, without any wait: the command has waited for the last write.
    const before = await countTasks(service);
    await products.updateMany({}, { $set: { title: 'Changed while paused' } });
    await products.deleteOne({ _id: ids[0] as string });
    await twoReports(service);
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
    // Changes wait since the first pause.
    const { pausedAt } = await statusOf(service);
    expect(await service.command('pause')).toMatchObject({ code: 0 });
    expect((await statusOf(service)).pausedAt).toBe(pausedAt);
    // The oplog has to reach back to the checkpoint, so its age must be seen.
    await eventually(
      () => metricOf(indexer, 'checkpoint_age_seconds'),
      (age) => age >= 0,
    );

    expect((await service.command('resume')).code).toBe(0);
    await eventuallyEqual(service);
    expect(await eventuallyInState(service, 'following')).toMatchObject({ pausedAt: null });
    expect((await service.command('status')).stdout).not.toMatch(/^paused/m);
    expect(indexer.log.filter(({ msg }) => msg === 'building the index anew').length).toBe(1);
  },
);

concurrentTest('a pause outlives the leader: the next one writes nothing either, and resumes', async (service) => {
  await fill(service, 20);
  const first = await service.startIndexerProcess();
  await eventuallyEqual(service);
  await service.command('pause');
  await first.end('SIGKILL');
  await expireLease(service);
  const [tasks, checkpoint] = [await countTasks(service), await checkpointOf(service)];
  await service.catalogue.products.updateMany({}, { $set: { title: 'Changed while paused' } });

  await service.startIndexer({}, 'start');
  expect(await eventuallyInState(service, 'paused')).toMatchObject({ epoch: 2, report: { progress: null } });
  await twoReports(service);
  expect(await countTasks(service)).toBe(tasks);
  expect(await checkpointOf(service)).toEqual(checkpoint);
  // The age of the checkpoint is known to a leader that has never followed the index, too.
  expect(await statusOf(service)).toMatchObject({ report: { checkpointAt: expect.any(String) } });

  await service.command('resume');
  await eventuallyEqual(service);
});

concurrentTest('a rebuild that is paused goes on where it was', async (service) => {
  await fill(service, 2100);
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer(settings);
    const { held, release } = holdHalfway(proxy);
    const reindex = service.startCommand('reindex');
    await held;
    const pausing = service.command('pause');
    // The write that is on its way ends before the command does.
    release();
    expect(await pausing).toMatchObject({ code: 0 });
    const before = await countTasks(service);
    await service.catalogue.products.updateMany({}, { $set: { title: 'Changed while paused' } });
    await twoReports(service);
    expect(await countTasks(service)).toBe(before);
    expect(await statusOf(service)).toMatchObject({ state: 'paused', operation: { state: 'running', total: 2100 } });

    await service.command('resume');
    expect({ code: await reindex.exited, output: reindex.output() }).toEqual({
      code: 0,
      output: expect.stringMatching(/^reindexed 2100 products$/m),
    });
    expect(indexer.log.map(({ msg }) => msg)).toContain('going on with an interrupted rebuild');
    expect(indexer.log.map(({ msg }) => msg)).not.toContain('deleting what an earlier rebuild left');
    await eventuallyEqual(service);
  });
});

concurrentTest('pause where no indexer runs holds for a reindex, which says so and waits', async (service) => {
  await fill(service, 5);
  expect(await service.command('pause')).toMatchObject({ code: 0 });
  const reindex = service.startCommand('reindex');
  await eventuallyInState(service, 'paused');
  expect(reindex.output()).toContain('The indexer is paused: this waits until `resume`.');
  expect(await countTasks(service)).toBe(0);
  await service.command('resume');
  expect(await reindex.exited).toBe(0);
  await eventuallyEqual(service);
});

concurrentTest('verify while paused says so and ends; --repair is refused until resume', async (service) => {
  await fill(service, 5);
  await service.startIndexer();
  await eventuallyEqual(service);
  await service.command('pause');
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed while paused' } });
  const startedMs = performance.now();
  expect(await service.command('verify')).toEqual({
    code: 1,
    stdout: '5 products: 1 differences\none\tstale\t1\tgiven-00001\n',
    stderr: expect.stringMatching(/^The indexer is paused: what changed since \S+Z may differ until `resume`\.$/m),
  });
  expect(await service.command('verify --repair')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'the indexer is paused: run `resume`, and then `verify --repair` again\n',
  });
  // It takes a minute to give up a leader that does not catch up.
  expect(performance.now() - startedMs).toBeLessThan(60_000);
  await service.command('resume');
  await eventuallyEqual(service);
  expect(await service.command('verify --repair')).toMatchObject({ code: 0 });
});

concurrentTest(
  'a pause in the middle of a repair ends the command, and the repair is done after resume',
  async (service) => {
    await fill(service, 5);
    await throughProxy(service, async (proxy, settings) => {
      await service.startIndexer(settings);
      await eventuallyEqual(service);
      await done(service.meilisearch.index(service.indexName).deleteDocument(indexKey('given-00001')));
      // The leader has begun to write what the command has asked for.
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
  },
);
