/**
 * A new index has a change stream of its own. The stream ends with the rebuild, and the live index is still followed
 * after its loss.
 */
import type { ChangeStream, Db, Long, MongoClient } from 'mongodb';
import type { LeaderContext } from '../../../indexer/context.ts';
import type { ProductLoader } from '../../../indexer/products/product-loader.ts';
import { startRebuild } from '../../../indexer/rebuild/rebuild.ts';
import { ownTest } from '../../support/engines/own-engines.ts';
import { initiateAlone, withMembers } from '../../support/engines/replica-set-members.ts';
import { runIndexerCommand } from '../../support/in-worker.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { createServiceOn, eventually } from '../../support/service.ts';
import { holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { indexOf, logger } from '../support/index-client.ts';
import { metricOf } from '../support/indexer-http.ts';
import { lineAfter, rebuildsOf } from '../support/indexer-log.ts';
import { documentCount, rebuildName } from '../support/indexes.ts';
import { jobsOf, rewritesOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

/** Collects the change streams that are opened on a database from now on. */
function streamsOf(database: Db): readonly ChangeStream[] {
  const streams: ChangeStream[] = [];
  const watch = database.watch.bind(database);
  database.watch = ((...parameters: Parameters<typeof watch>) => {
    const stream = watch(...parameters);
    streams.push(stream);
    return stream;
  }) as Db['watch'];
  return streams;
}

concurrentTest('D23: a rebuild that fails at its start leaves no change stream open', async (service) => {
  const { database, indexName } = service;
  const streams = streamsOf(database);
  const loader: Partial<ProductLoader> = {
    redetectLanguages: async () => undefined,
    async *countByMerchant() {},
    invalidUtf8Ids: () => Promise.reject(new Error('MongoDB is down')),
  };
  const context = {
    database,
    indexName,
    index: indexOf(service),
    loader,
    logger,
    lease: { epoch: 1 },
    rewrites: rewritesOf(service),
    signal: new AbortController().signal,
  } as unknown as LeaderContext;
  const starting = startRebuild(context, {
    unfinished: null,
    source: 'test',
    generation: 1,
    mark: { era: 'test', number: 1 },
    allowsFewer: false,
    isLiveBusy: () => false,
    onWait: async () => undefined,
  });
  await expect(starting).rejects.toThrow('MongoDB is down');
  expect(streams.length).toBeGreaterThan(0);
  await eventually(async () => streams.every(({ closed }) => closed), Boolean);
});

type OpenCursor = { readonly cursorId: Long; readonly createdDate: Date };

/** The database's open change streams, the newest first. */
async function openStreams(client: MongoClient): Promise<readonly OpenCursor[]> {
  const operations = await client
    .db('admin')
    .aggregate<{ readonly cursor: OpenCursor }>(
      [{ $currentOp: { allUsers: true, idleCursors: true } }, { $match: { 'cursor.tailable': true } }],
      { promoteLongs: false },
    )
    .toArray();
  return operations
    .map(({ cursor }) => cursor)
    .toSorted((one, other) => other.createdDate.getTime() - one.createdDate.getTime());
}

/**
 * Ends the newest of `count` change streams, and makes MongoDB report that the oplog no longer holds the token of any
 * stream that is opened, until `seen` resolves.
 */
async function loseLastStream(
  { client, database, count }: { readonly client: MongoClient; readonly database: Db; readonly count: number },
  seen: () => Promise<unknown>,
): Promise<void> {
  const [last] = await eventually(
    () => openStreams(client),
    (streams) => streams.length === count,
  );
  const admin = client.db('admin');
  const data = { failCommands: ['aggregate'], namespace: `${database.databaseName}.$cmd.aggregate`, errorCode: 286 };
  await admin.command({ configureFailPoint: 'failCommand', mode: 'alwaysOn', data });
  const { cursorsKilled } = await database.command({ killCursors: '$cmd.aggregate', cursors: [last?.cursorId] });
  expect(cursorsKilled).toHaveLength(1);
  // MongoDB may end it only when it would respond that there is no event.
  await eventually(
    () => openStreams(client),
    (streams) => streams.every(({ cursorId }) => !last?.cursorId.equals(cursorId)),
  );
  await seen();
  await admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
}

// FM-11
ownTest('a new index whose token is older than the oplog is given up, and the live one is still followed', () =>
  withMembers(async (startMember) => {
    const host = await startMember('mongod');
    const client = await initiateAlone(host);
    const service = await createServiceOn(`mongodb://${host}/?replicaSet=two`);
    try {
      await fill(service, 10);
      const indexer = await service.startIndexer();
      expect(await runIndexerCommand(['reindex', '--no-swap'], service.variables)).toMatchObject({ code: 0 });
      await loseLastStream({ client, database: service.database, count: 2 }, () =>
        eventually(
          () => jobsOf(service).operation(),
          (found) => found?.state !== 'ready',
        ),
      );
      expect(await jobsOf(service).operation()).toMatchObject({
        state: 'failed',
        reason: expect.stringMatching(/^the new index can no longer follow MongoDB: /),
      });
      await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed' } });
      await eventuallyEqual(service);
      expect(indexer.log.filter(({ msg }) => msg === 'interrupted')).toEqual([]);
      expect(rebuildsOf(indexer).length).toBe(2);
      expect(await documentCount(service, rebuildName(service))).toBe(-1);
    } finally {
      await service.stop();
      await client.close();
    }
  }),
);

// FM-11
ownTest('a rebuild that falls behind the oplog while there is no live index counts as failed, and begins again', () =>
  withMembers(async (startMember) => {
    const host = await startMember('mongod');
    const client = await initiateAlone(host);
    const service = await createServiceOn(`mongodb://${host}/?replicaSet=two`);
    try {
      await fill(service, 50);
      await throughProxy(service, async (proxy, settings) => {
        const { held, release } = holdFilling(proxy);
        const indexer = await service.startIndexer(settings, 'start');
        await held;
        await loseLastStream({ client, database: service.database, count: 1 }, () => {
          release();
          return indexer.line(({ msg, kind }) => msg === 'interrupted' && kind === 'checkpoint lost');
        });
        const messages = indexer.log.map(({ msg }) => msg);
        expect(messages.slice(0, messages.indexOf('interrupted'))).not.toContain('the new index is live');
        // The next rebuild may begin before MongoDB opens streams again.
        expect(await metricOf(indexer, 'reindexes_total{result="failed"}')).toBeGreaterThan(0);
        await eventuallyEqual(service);
        await indexer.stop();
      });
    } finally {
      await service.stop();
      await client.close();
    }
  }),
);

// FM-11
concurrentTest('a MongoDB that was restored ends a rebuild and following, and leads to a rebuild', async (service) => {
  await fill(service, 10);
  const indexer = await service.startIndexer();
  await service.command('reindex --no-swap');
  const marks = service.database.collection<{ _id: string }>('indexer_source');
  await marks.updateOne({ _id: `mark:${service.indexName}` }, { $set: { era: 'another' } });
  const interrupted = await indexer.line(({ msg, kind }) => msg === 'interrupted' && kind === 'checkpoint lost');
  await lineAfter(indexer, interrupted, ({ msg }) => msg === 'a rebuild is needed');
});
