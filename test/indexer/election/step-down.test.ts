/**
 * The primary of a replica set steps down repeatedly during writes and a rebuild: no write that a majority acknowledged
 * is lost, and no step-down causes a rebuild. Neither the API nor the indexer keeps reading from a former primary that
 * is behind.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, type Document, MongoClient, type ResumeToken } from 'mongodb';
import { NO_WAIT } from '../../../indexer/source/change-feed.ts';
import { untilAvailable } from '../../api/responses.ts';
import { ownTest } from '../../support/engines/own-engines.ts';
import { startProxy } from '../../support/engines/proxy.ts';
import { withMembers } from '../../support/engines/replica-set-members.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { createServiceOn, eventually } from '../../support/service.ts';
import { holdHalfway } from '../support/engines/held-rebuilds.ts';
import { withFeed } from '../support/feed.ts';
import { lineAfter, rebuildsOf } from '../support/indexer-log.ts';
import { fill } from '../support/writes/fill.ts';

/** Leaves CPU time to the elections. */
const WRITE_EVERY_MS = 20;

const isTrue = () => true;
const isFalse = () => false;

/**
 * Makes the primary step down for a few seconds, so that it can be elected again. Resolves when there is a new primary.
 */
async function stepDown(client: MongoClient): Promise<void> {
  const admin = client.db('admin');
  const primaryOf = async () =>
    String((await admin.command({ hello: 1 }).catch(() => ({ primary: '' }))).primary ?? '');
  const before = await eventually(primaryOf, Boolean);
  await eventually(
    async () => {
      // On a slow machine, the same member may be elected again.
      const primary = await primaryOf();
      if (primary === before)
        await admin.command({ replSetStepDown: 4, secondaryCatchUpPeriodSecs: 3 }).catch(() => undefined);
      return primary;
    },
    (primary) => primary !== '' && primary !== before,
  );
}

// FM-16
ownTest('nothing is lost when the primary steps down during a rebuild and while changes are followed', () =>
  withMembers(async (startMember) => {
    const hosts = await Promise.all(['mongod-a', 'mongod-b'].map((name) => startMember(name)));
    const first = new MongoClient(`mongodb://${hosts[0]}/?directConnection=true`);
    const members = hosts.map((host, _id) => ({ _id, host }));
    const settings = { electionTimeoutMillis: 1000, heartbeatIntervalMillis: 500 };
    await first.db('admin').command({ replSetInitiate: { _id: 'two', members, settings } });
    await first.close();
    const mongodbUrl = `mongodb://${hosts.join(',')}/?replicaSet=two&w=majority`;
    const client = new MongoClient(mongodbUrl);
    const service = await createServiceOn(mongodbUrl);
    const proxy = await startProxy(service.variables.MEILISEARCH_URL ?? '');
    try {
      const { products } = service.catalogue;
      const ids = await fill(service, 2010);
      // 1. The primary steps down when the first chunk is indexed and the proxy holds the second.
      const { held, release } = holdHalfway(proxy);
      const indexer = await service.startIndexer({ MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}` }, 'start');
      await held;
      await stepDown(client);
      release();
      await indexer.line(({ msg }) => msg === 'following');
      // 2. It steps down during writes with majority acknowledgement.
      let isOver = false;
      const writing = (async () => {
        let written = 0;
        for (; !isOver || written < 200; written += 1) {
          await sleep(WRITE_EVERY_MS);
          const change = { $set: { title: `Write ${written}` } };
          // The driver retries once; after two step-downs, a write needs a third attempt.
          await eventually(
            () => products.updateOne({ _id: ids[written % 500] as string }, change).then(isTrue, isFalse),
            (isWritten) => isWritten,
          );
        }
        return written;
      })();
      await stepDown(client);
      await stepDown(client);
      isOver = true;
      expect(await writing).toBeGreaterThanOrEqual(200);
      await eventuallyEqual(service);
      expect(rebuildsOf(indexer).length).toBe(1);
      await indexer.stop();
    } finally {
      await service.stop();
      await proxy.refuse();
      await client.close();
    }
  }),
);

/** A replica set of three members, of which the first is the primary. `first` is connected to it alone. */
const withThreeMembers = (work: (hosts: readonly string[], first: MongoClient) => Promise<void>) =>
  withMembers(async (startMember) => {
    const hosts = await Promise.all(['mongod-a', 'mongod-b', 'mongod-c'].map((name) => startMember(name)));
    const first = new MongoClient(`mongodb://${hosts[0]}/?directConnection=true`);
    // The first member becomes the primary.
    const members = hosts.map((host, _id) => ({ _id, host, priority: _id === 0 ? 2 : 1 }));
    const settings = { electionTimeoutMillis: 1000, heartbeatIntervalMillis: 500 };
    await first.db('admin').command({ replSetInitiate: { _id: 'two', members, settings } });
    const isPrimary = async () => (await first.db('admin').command({ hello: 1 })).isWritablePrimary === true;
    await eventually(isPrimary, (itIs) => itIs);
    try {
      await work(hosts, first);
    } finally {
      await first.close();
    }
  });

/** The first member steps down, and no longer replicates. Resolves when `database` knows the new primary. */
async function leaveBehind(first: MongoClient, host: string | undefined, database: Db): Promise<void> {
  await first.db('admin').command({ replSetStepDown: 600, secondaryCatchUpPeriodSecs: 30 });
  await eventually(
    () => database.command({ hello: 1 }).catch(() => ({ primary: undefined })),
    ({ primary }) => primary !== undefined && primary !== host,
  );
  await first.db('admin').command({ configureFailPoint: 'stopReplProducer', mode: 'alwaysOn' });
}

ownTest(
  'a former primary that no longer replicates keeps neither lists nor the index behind',
  () =>
    withThreeMembers(async (hosts, first) => {
      const service = await createServiceOn(`mongodb://${hosts.join(',')}/?replicaSet=two&w=majority`);
      try {
        const { catalogue, database } = service;
        const [id] = await fill(service, 10);
        const token = await service.token('one');
        const [api] = await Promise.all([service.startApi(), service.startIndexer()]);
        const titles = async () => {
          const { body } = await untilAvailable(() => api.request('/v1/products', { token }));
          return body.data.map(({ title }: { title: string }) => title).join();
        };
        await titles();

        await leaveBehind(first, hosts[0], database);
        await catalogue.products.updateOne({ _id: id as string }, { $set: { title: 'Written since' } });
        await eventually(titles, (shown) => shown.includes('Written since'));
        await eventuallyEqual(service);
      } finally {
        await service.stop();
      }
    }),
  240_000,
);

ownTest(
  'a change stream does not stay at a member that stepped down while the stream was being opened',
  () =>
    withThreeMembers(async (hosts, first) => {
      const client = await new MongoClient(`mongodb://${hosts.join(',')}/?replicaSet=two&w=majority`).connect();
      const database = client.db('catalogue');
      const products = database.collection<{ _id: string }>('products');
      const { signal } = new AbortController();
      try {
        // A member that has this write can be elected.
        await products.insertOne({ _id: 'written-before' });
        let token: ResumeToken = null;
        await withFeed({ database }, null, async (feed) => {
          token = (await feed.take(NO_WAIT, signal)).token;
        });
        // A feed that resumes pings MongoDB once its stream is at the primary.
        const pinging = Object.assign(Object.create(database) as Db, {
          async command(command: Document) {
            if ('ping' in command) await leaveBehind(first, hosts[0], database);
            return await database.command(command);
          },
        });
        await withFeed({ database: pinging }, token, async (feed) => {
          await products.insertOne({ _id: 'written-since' });
          await eventually(
            async () => [...(await feed.take({ waitMs: 1000, notBeforeMs: 0 }, signal)).productIds],
            (ids) => ids.includes('written-since'),
          );
        });
      } finally {
        await client.close();
      }
    }),
  240_000,
);

ownTest('a running indexer takes a member that is starting for no sign of an uninitiated replica set', () =>
  withMembers(async (startMember) => {
    const host = await startMember('mongod-a');
    // Like a member that is starting, it has no configuration yet. Another set's primary gives it none.
    const starting = await startMember('starting', ['--replSet', 'another']);
    const admin = new MongoClient(`mongodb://${host}/?directConnection=true`).db('admin');
    const configuration = { _id: 'two', version: 1, members: [{ _id: 0, host }] };
    await admin.command({ replSetInitiate: configuration });
    const isPrimary = async () => (await admin.command({ hello: 1 })).isWritablePrimary === true;
    await eventually(isPrimary, (itIs) => itIs);
    const members = [...configuration.members, { _id: 1, host: starting, votes: 0, priority: 0 }];
    await admin.command({ replSetReconfig: { ...configuration, version: 2, members }, force: true });
    const service = await createServiceOn(`mongodb://${host},${starting}/?replicaSet=two`);
    try {
      await fill(service, 10);
      const indexer = await service.startIndexer();
      await admin.command({ replSetStepDown: 5, force: true });
      const failed = await indexer.line(({ msg }) => msg === 'leadership failed: trying again');
      expect(JSON.stringify(failed)).toContain('MongoServerSelectionError');
      await lineAfter(indexer, failed, ({ msg }) => msg === 'following');
      await service.catalogue.products.updateMany({}, { $set: { title: 'Changed' } });
      await eventuallyEqual(service);
    } finally {
      await service.stop();
      await admin.client.close();
    }
  }),
);
