/**
 * A copy of MongoDB's data files takes its place in another replica set, behind the same address: same collections,
 * same oplog, same tokens. It's another MongoDB, so the index is left alone. On engines of its own, so that a full
 * queue of Meilisearch disturbs no other test either.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { MongoClient, ObjectId } from 'mongodb';
import { freePort } from '../../dev/engines/free-port.ts';
import { insert, product } from '../support/fixtures.ts';
import { runIndexerCommand } from '../support/in-worker.ts';
import type { OwnEngines } from '../support/own-engines.ts';
import { eventually, type TestService } from '../support/service.ts';
import { checkpointOf } from './support/checkpoint.ts';
import { eventuallyNotReady } from './support/indexer-http.ts';
import { onOwnEngines, ownTest } from './support/own-service.ts';
import { documentCount, done, eventuallyEqual, rebuildName, throughProxy } from './support/steps.ts';

let engines: OwnEngines;
let service: TestService;
onOwnEngines((ownEngines, ownService) => {
  engines = ownEngines;
  service = ownService;
});

const sourceIn = async () => String(JSON.parse((await checkpointOf(service)).checkpoint).source);
const adopt = () => runIndexerCommand(['reindex', '--adopt'], service.variables);
const COPY = /a copy of the data files in another replica set.*`reindex --adopt`/;

/** Gives the set another id, which is all that a copy of the data files in another set has of its own. */
async function giveOtherSetId({ mongodb }: OwnEngines): Promise<void> {
  await mongodb.kill();
  const { program, parameters } = mongodb.command;
  // At another port: a driver that finds a lone mongod at the address of a member forgets that member for ever.
  const port = String(await freePort());
  const alone = parameters
    .filter((parameter, at) => parameter !== '--replSet' && parameters[at - 1] !== '--replSet')
    .map((parameter, at, all) => (all[at - 1] === '--port' ? port : parameter));
  const child = spawn(program, alone, { stdio: 'ignore' });
  const ended = once(child, 'close');
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    const configs = client.db('local').collection('system.replset');
    const { modifiedCount } = await eventually(
      () =>
        configs
          .updateOne({}, { $set: { 'settings.replicaSetId': new ObjectId() } })
          .catch(() => ({ modifiedCount: 0 })),
      (changed) => changed.modifiedCount === 1,
    );
    expect(modifiedCount).toBe(1);
  } finally {
    await client.close();
    child.kill('SIGTERM');
    await ended;
  }
  await mongodb.restart();
}

// FM-15
ownTest(
  'D14: another replica set takes its place while the indexer runs: the index is left alone until adopted',
  async () => {
    const indexer = await service.startIndexer();
    const [before, checkpoint] = [await sourceIn(), await checkpointOf(service)];
    await giveOtherSetId(engines);
    await eventuallyNotReady(indexer, 'leadership', COPY);
    expect(JSON.parse((await checkpointOf(service)).checkpoint)).toMatchObject({
      ...{ source: before, generation: JSON.parse(checkpoint.checkpoint).generation },
    });
    expect(await adopt()).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
    const after = await sourceIn();
    expect(after).not.toBe(before);
    // Everything but the id of the set is the same, so nothing else could have told.
    expect(after.split(' ').slice(0, 2)).toEqual(before.split(' ').slice(0, 2));
    await indexer.stop();
  },
);

// FM-15, FM-11
ownTest(
  'D14: another replica set before the start: the indexer stands by, whatever ON_LOST_POSITION says',
  async () => {
    await giveOtherSetId(engines);
    const before = await checkpointOf(service);
    const indexer = await service.startIndexer({ ON_LOST_POSITION: 'stop' }, 'start');
    await eventuallyNotReady(indexer, 'leadership', COPY);
    expect(await checkpointOf(service)).toEqual(before);
    await indexer.stop();
    expect(await adopt()).toMatchObject({ code: 0 });
  },
);

ownTest(
  'D10: another MongoDB behind the address during a rebuild is noticed, and the new index is not swapped in',
  async () => {
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);
    await indexer.stop();
    const products = Array.from({ length: 2100 }, (_, number) =>
      product(`more-${String(number).padStart(5, '0')}`, 'one'),
    );
    await throughProxy(service, async (proxy, settings) => {
      const leader = await service.startIndexer(settings);
      const { epoch } = await leader.line(({ msg }) => msg === 'leading');
      await insert(service.catalogue, { products });
      await eventuallyEqual(service);
      const before = JSON.parse((await checkpointOf(service)).checkpoint);
      const { held, release } = proxy.delayAt('more-02050');
      const reindex = runIndexerCommand(['reindex'], service.variables);
      await held;
      await giveOtherSetId(engines);
      release();
      await eventuallyNotReady(leader, 'leadership', COPY);
      expect(leader.log.filter(({ msg }) => msg === 'the new index is live')).toEqual([]);
      expect(JSON.parse((await checkpointOf(service)).checkpoint)).toMatchObject({
        ...{ generation: before.generation, source: before.source },
      });
      // What was built so far belongs to the other MongoDB, so it is left alone, too.
      expect(await documentCount(service, rebuildName(service, Number(epoch)))).toBeGreaterThan(0);
      expect((await reindex).code).toBe(1);
      await leader.stop();
    });
    expect(await adopt()).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
  },
);

const bulk = (count: number, round: number) =>
  Array.from({ length: count }, (_document, number) => ({
    id: `b-${number}`,
    text: Array.from({ length: 60 }, (_word, at) => `word${(number * 31 + at * 17 + round) % 9973}`).join(' '),
  }));

// FM-29
ownTest(
  'a task that waits long in the queue is waited for: the checkpoint stays, and nothing is sent twice',
  async () => {
    const { meilisearch, indexName, catalogue } = service;
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);
    const other = meilisearch.index('another_index');
    const tasksOf = async () =>
      (await meilisearch.tasks.getTasks({ indexUids: [indexName], types: ['documentAdditionOrUpdate'] })).total;
    const statusOf = async (taskUid: number) => (await meilisearch.tasks.getTask(taskUid)).status;

    /** Resolves to whether the tasks of the other index were still in work when the checkpoint was read. */
    async function changeBehindOthers(round: number): Promise<boolean> {
      // 1. Slow tasks of another index fill the queue: each change of settings indexes everything again, in a batch of
      // its own.
      await other.addDocuments(bulk(4000, round));
      for (let change = 1; change <= 6; change += 1)
        await other.updateSettings({
          searchableAttributes: change % 2 === 0 ? ['*'] : ['text'],
          sortableAttributes: [`f${round}-${change}`],
        });
      const last = await other.addDocuments(bulk(4000, round + 1));
      // 2. A change whose task has to wait behind them.
      const [before, tasksBefore] = [await checkpointOf(service), await tasksOf()];
      await catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: `Waited for ${round}` } });
      await eventually(tasksOf, (tasks) => tasks === tasksBefore + 1);
      const during = await checkpointOf(service);
      const isWaiting = (await statusOf(last.taskUid)) !== 'succeeded';
      if (isWaiting) expect(during).toEqual(before);
      // 3. The queue is worked off.
      await eventuallyEqual(service);
      expect(await statusOf(last.taskUid)).toBe('succeeded');
      expect(await tasksOf()).toBe(tasksBefore + 1);
      expect(await checkpointOf(service)).not.toEqual(before);
      return isWaiting;
    }

    // On a machine that stood still the queue may already be empty: then the test has not seen it yet.
    let round = 1;
    while (!(await changeBehindOthers(round))) round += 1;
    await done(meilisearch.deleteIndex('another_index'));
    await indexer.stop();
  },
);
