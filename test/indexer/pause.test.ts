/** `pause` and `resume`: nothing is written to Meilisearch in between, and nothing is lost. */

import { eventually } from '../support/service.ts';
import { checkpointOf } from './support/checkpoint.ts';
import { metricOf } from './support/indexer-http.ts';
import { concurrentTest } from './support/on-service.ts';
import { countTasks, eventuallyIn, statusOf, twoReports } from './support/operator.ts';
import { endLease, eventuallyEqual, fill, halfBuilt, throughProxy } from './support/steps.ts';

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
    // The oplog has to reach back to the checkpoint, so its age must be seen.
    await eventually(
      () => metricOf(indexer, 'checkpoint_age_seconds'),
      (age) => age >= 0,
    );

    expect((await service.command('resume')).code).toBe(0);
    await eventuallyEqual(service);
    expect(await eventuallyIn(service, 'following')).toMatchObject({ pausedAt: null });
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
  await endLease(service);
  const [tasks, checkpoint] = [await countTasks(service), await checkpointOf(service)];
  await service.catalogue.products.updateMany({}, { $set: { title: 'Changed while paused' } });

  await service.startIndexer({}, 'start');
  expect(await eventuallyIn(service, 'paused')).toMatchObject({ epoch: 2, report: { progress: null } });
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
    const { held, letGo } = halfBuilt(proxy);
    const reindex = service.startCommand('reindex');
    await held;
    const pausing = service.command('pause');
    // The write that is on its way ends before the command does.
    letGo();
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
  await eventuallyIn(service, 'paused');
  expect(reindex.output()).toContain('The indexer is paused: this waits until `resume`.');
  expect(await countTasks(service)).toBe(0);
  await service.command('resume');
  expect(await reindex.exited).toBe(0);
  await eventuallyEqual(service);
});
