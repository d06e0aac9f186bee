/**
 * MongoDB is replaced by a copy of its data files in another replica set, behind the same address: same collections, same
 * oplog, same tokens. On engines of its own, where a Meilisearch whose queue another index fills disturbs nobody either.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { MongoClient, ObjectId } from 'mongodb';
import { freePort } from '../../dev/engines/free-port.ts';
import type { OwnEngines } from '../support/own-engines.ts';
import { eventually, type TestService } from '../support/service.ts';
import { onOwnEngines, ownTest } from './support/own-service.ts';
import { positionOf } from './support/position.ts';
import { done, eventuallyEqual, nextLine } from './support/steps.ts';

let engines: OwnEngines;
let service: TestService;
onOwnEngines((ownEngines, ownService) => {
  engines = ownEngines;
  service = ownService;
});

const sourceIn = async () => String(JSON.parse((await positionOf(service)).position).source);

/** What a copy of the data files has in another set: the id of the set is the only difference. */
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
ownTest('another replica set takes its place while the indexer runs: the index is built anew', async () => {
  const indexer = await service.startIndexer();
  const before = await sourceIn();
  await giveOtherSetId(engines);
  const rebuilt = await nextLine(indexer, ({ msg }) => msg === 'building the index anew');
  expect(rebuilt.reason).toMatch(/from another database, or from a copy of it/);
  await nextLine(indexer, ({ msg }) => msg === 'the new index is live');
  await eventuallyEqual(service);
  const after = await sourceIn();
  expect(after).not.toBe(before);
  // All but the id of the set is the same: nothing else could have told.
  expect(after.split(' ').slice(0, 2)).toEqual(before.split(' ').slice(0, 2));
  await indexer.stop();
});

// FM-15, FM-11
ownTest('where the operator wants to decide, the indexer ends with a message and writes nothing', async () => {
  await giveOtherSetId(engines);
  const before = await positionOf(service);
  const indexer = await service.startIndexerProcess({ ON_LOST_POSITION: 'stop' }, 'start');
  expect(await indexer.exited).toBe(1);
  expect(indexer.output()).toMatch(/made from another database, or from a copy of it.*ON_LOST_POSITION=stop/s);
  expect(await positionOf(service)).toEqual(before);
});

const bulk = (count: number, round: number) =>
  Array.from({ length: count }, (_document, number) => ({
    id: `b-${number}`,
    text: Array.from({ length: 60 }, (_word, at) => `word${(number * 31 + at * 17 + round) % 9973}`).join(' '),
  }));

// FM-29
ownTest(
  'a task that waits long in the queue is waited for: the position stays, and nothing is sent twice',
  async () => {
    const { meilisearch, indexName, catalogue } = service;
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);
    const other = meilisearch.index('another_index');
    const tasksOf = async () =>
      (await meilisearch.tasks.getTasks({ indexUids: [indexName], types: ['documentAdditionOrUpdate'] })).total;
    const statusOf = async (taskUid: number) => (await meilisearch.tasks.getTask(taskUid)).status;

    /** Resolves to whether the others still had their turn when the position was looked at. */
    async function changeBehindOthers(round: number): Promise<boolean> {
      // 1. Slow tasks of another index fill the queue: each settings change builds it anew and is no part of a batch.
      await other.addDocuments(bulk(4000, round));
      for (let change = 1; change <= 6; change += 1)
        await other.updateSettings({
          searchableAttributes: change % 2 === 0 ? ['*'] : ['text'],
          sortableAttributes: [`f${round}-${change}`],
        });
      const last = await other.addDocuments(bulk(4000, round + 1));
      // 2. A change whose task has to wait behind them.
      const [before, tasksBefore] = [await positionOf(service), await tasksOf()];
      await catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: `Waited for ${round}` } });
      await eventually(tasksOf, (tasks) => tasks === tasksBefore + 1);
      const during = await positionOf(service);
      const isWaiting = (await statusOf(last.taskUid)) !== 'succeeded';
      if (isWaiting) expect(during).toEqual(before);
      // 3. The queue is worked off.
      await eventuallyEqual(service);
      expect(await statusOf(last.taskUid)).toBe('succeeded');
      expect(await tasksOf()).toBe(tasksBefore + 1);
      expect(await positionOf(service)).not.toEqual(before);
      return isWaiting;
    }

    // On a machine that stood still meanwhile the queue may be done first: then it has not been seen yet.
    let round = 1;
    while (!(await changeBehindOthers(round))) round += 1;
    await done(meilisearch.deleteIndex('another_index'));
    await indexer.stop();
  },
);
