/**
 * A copy of MongoDB's data files in another replica set replaces MongoDB at the same address, with the same
 * collections, oplog and tokens. It counts as another MongoDB, so the index is not changed. These tests have their own
 * engines, also because one holds the queue of Meilisearch.
 */
import { MongoClient, ObjectId } from 'mongodb';
import { findMongod, startInstance } from '../../../dev/engines/mongod.ts';
import { type OwnEngines, ownTest } from '../../support/engines/own-engines.ts';
import { insert, product } from '../../support/fixtures.ts';
import { runIndexerCommand } from '../../support/in-worker.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { throughProxy } from '../support/engines/held-rebuilds.ts';
import { whileEngineIsHeld } from '../support/engines/holding-engine.ts';
import { eventuallyNotReady, metricOf } from '../support/indexer-http.ts';
import { documentCount, rebuildName } from '../support/indexes.ts';
import { onOwnEngines } from '../support/per-file-engines.ts';

let engines: OwnEngines;
let service: TestService;
onOwnEngines((ownEngines, ownService) => {
  engines = ownEngines;
  service = ownService;
});

const adopt = () => runIndexerCommand(['reindex', '--adopt'], service.variables);
const COPY = /a copy of the data files in another replica set.*`reindex --adopt`/;

/** Changes the id of the replica set, the only difference of a copy of the data files in another set. */
async function giveOtherSetId({ mongodb }: OwnEngines): Promise<void> {
  await mongodb.end('SIGKILL');
  const program = await findMongod({ environment: process.env });
  // At another port: a driver that finds a standalone mongod at a member's address removes that member for good.
  const standalone = await startInstance({ program, folder: mongodb.dataFolder }, []);
  const client = new MongoClient(`mongodb://${standalone.host}/?directConnection=true`);
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
    await standalone.stop();
  }
  await mongodb.start();
}

// FM-15
ownTest(
  'D14: another replica set replaces MongoDB while the indexer runs: the index is not changed until adopted',
  async () => {
    const indexer = await service.startIndexer();
    const { source, generation } = await storedCheckpoint(service);
    await giveOtherSetId(engines);
    await eventuallyNotReady(indexer, 'leadership', COPY);
    expect(await storedCheckpoint(service)).toMatchObject({ source, generation });
    expect(await adopt()).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
    const { source: adopted } = await storedCheckpoint(service);
    expect(adopted).not.toBe(source);
    // Only the id of the set differs, so nothing else can have been detected.
    expect(adopted.split(' ').slice(0, 2)).toEqual(source.split(' ').slice(0, 2));
    await indexer.stop();
  },
);

// FM-15, FM-11
ownTest(
  'D14: another replica set replaces MongoDB before the start: the indexer stands by, regardless of ON_LOST_POSITION',
  async () => {
    await giveOtherSetId(engines);
    const before = await storedCheckpoint(service);
    const indexer = await service.startIndexer({ ON_LOST_POSITION: 'stop' }, 'start');
    await eventuallyNotReady(indexer, 'leadership', COPY);
    expect(await storedCheckpoint(service)).toEqual(before);
    await indexer.stop();
    expect(await adopt()).toMatchObject({ code: 0 });
  },
);

ownTest(
  'D10: another MongoDB at the same address during a rebuild is detected, and the new index is not swapped in',
  async () => {
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);
    await indexer.stop();
    const products = Array.from({ length: 50 }, (_, number) =>
      product(`more-${String(number).padStart(5, '0')}`, 'one'),
    );
    await throughProxy(service, async (proxy, settings) => {
      const leader = await service.startIndexer(settings);
      const { epoch } = await leader.line(({ msg }) => msg === 'leading');
      await insert(service.catalogue, { products });
      await eventuallyEqual(service);
      const { source, generation } = await storedCheckpoint(service);
      const { held, release } = proxy.delayAt('more-00000');
      const reindex = runIndexerCommand(['reindex'], service.variables);
      await held;
      await giveOtherSetId(engines);
      release();
      await eventuallyNotReady(leader, 'leadership', COPY);
      expect(leader.log.filter(({ msg }) => msg === 'the new index is live')).toEqual([]);
      expect(await storedCheckpoint(service)).toMatchObject({ source, generation });
      // The unfinished rebuild belongs to the earlier MongoDB, so it is not changed either.
      expect(await documentCount(service, rebuildName(service, Number(epoch)))).not.toBe(-1);
      expect((await reindex).code).toBe(1);
      await leader.stop();
    });
    expect(await adopt()).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
  },
);

// FM-29
ownTest(
  'the indexer waits for a task that is queued for long: the checkpoint stays, and nothing is sent twice',
  async () => {
    const { meilisearch, indexName, catalogue } = service;
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await service.startIndexer(settings);
      await eventuallyEqual(service);
      const tasksOf = async () =>
        (await meilisearch.tasks.getTasks({ indexUids: [indexName], types: ['documentAdditionOrUpdate'] })).total;
      const [before, tasksBefore] = [await storedCheckpoint(service), await tasksOf()];
      await whileEngineIsHeld(service, async () => {
        // The held task is another client's.
        const queued = () => metricOf(indexer, 'queue_tasks');
        await eventually(queued, (tasks) => tasks === 1);
        await catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Waited for' } });
        await eventually(queued, (tasks) => tasks === 2);
        // The indexer has read the state of its task again and again.
        const reads = proxy.countResponses(/^GET \/tasks\/\d/);
        await eventually(
          async () => reads(),
          (count) => count > 40,
        );
        expect(await tasksOf()).toBe(tasksBefore + 1);
        expect(await storedCheckpoint(service)).toEqual(before);
      });
      await eventuallyEqual(service);
      expect(await tasksOf()).toBe(tasksBefore + 1);
      expect(await storedCheckpoint(service)).not.toEqual(before);
      await indexer.stop();
    });
  },
);
