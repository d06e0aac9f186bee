/** The indexer's `/readyz` reports whether searches can rely on the index, and otherwise what is wrong. */
import { leaseCollection, readLease } from '../../../indexer/election/stored-lease.ts';
import { createLagCheck } from '../../../indexer/monitoring/health.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { throughProxy } from '../support/engines/held-rebuilds.ts';
import { eventuallyNotReady, eventuallyReady, metricOf } from '../support/indexer-http.ts';
import { done } from '../support/indexes.ts';
import { whileLeaseIsHeld } from '../support/lease.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

concurrentTest('while the lag exceeds its limit, neither the leader nor a standby is ready', async (service) => {
  await fill(service, 5);
  await throughProxy(service, async (proxy, address) => {
    const settings = { MAX_LAG_MS: '2000' };
    const leader = await service.startIndexer({ ...settings, ...address });
    const standby = await service.startIndexer(settings, 'start');
    await eventuallyReady(leader);
    await eventuallyReady(standby);
    await proxy.refuse();
    await service.catalogue.products.updateMany({}, { $set: { title: 'Changed' } });
    await eventuallyNotReady(leader, 'lag', /^\d+ s behind MongoDB, more than 2 s$/);
    // The standby reaches the engine, so only the lag check fails.
    await eventuallyNotReady(standby, 'lag', /behind MongoDB/, { meilisearch: 'ok', index: 'ok' });
    await proxy.pass();
    await eventuallyReady(leader);
    await eventuallyReady(standby);
    await eventuallyEqual(service);
  });
});

concurrentTest(
  'while the leader reports nothing for longer than MAX_LAG_MS, a standby is not ready',
  async (service) => {
    await fill(service, 5);
    const indexer = await whileLeaseIsHeld(service, async () => {
      const standby = await service.startIndexer({ MAX_LAG_MS: '1000' }, 'start');
      const others = { mongodb: 'ok', meilisearch: 'ok', index: 'does not exist' };
      await eventuallyNotReady(standby, 'lag', /^not known for \d+ s: the index is not followed$/, others);
      return standby;
    });
    await eventuallyReady(indexer);
  },
);

concurrentTest('a lag that was known between two probes was not unknown since the first one', async (service) => {
  const leases = leaseCollection(service.database);
  const stopping = new AbortController();
  let reads = 0;
  const read = () => {
    reads += 1;
    return readLease(leases, service.indexName);
  };
  const untilReadAgain = async () => {
    const before = reads;
    await eventually(
      async () => reads,
      (count) => count > before,
    );
  };
  const check = createLagCheck(read, 1000, stopping.signal);
  try {
    await whileLeaseIsHeld(service, async () => {
      expect(await check()).toBeNull();
      await leases.updateOne({ _id: service.indexName }, { $set: { 'report.lagMs': 0 } });
      await untilReadAgain();
      await leases.updateOne({ _id: service.indexName }, { $unset: { report: '' } });
      expect(await check()).toBeNull();
      // Without any probe, the time counts, too.
      await untilReadAgain();
      expect(await check()).toMatch(/^not known for \d+ s: the index is not followed$/);
    });
  } finally {
    stopping.abort();
  }
});

// FM-32
concurrentTest(
  'not ready while the index is empty or missing, or was created without settings by a write of another program',
  async (service) => {
    await fill(service, 5);
    const indexer = await service.startIndexer();
    await eventuallyReady(indexer);
    await indexer.stop();
    // Hold the lease, so that no indexer rebuilds the index.
    const standby = await whileLeaseIsHeld(service, async () => {
      const started = await service.startIndexer({}, 'start');
      await done(service.meilisearch.index(service.indexName).deleteAllDocuments());
      await eventuallyNotReady(started, 'index', /^is empty: somebody emptied it$/);
      await done(service.meilisearch.deleteIndex(service.indexName));
      await eventuallyNotReady(started, 'index', /^does not exist$/);
      await done(service.meilisearch.index(service.indexName).addDocuments([{ id: 'foreign' }]));
      await eventuallyNotReady(started, 'index', /^has no settings: no search can filter it by merchant$/);
      return started;
    });
    await eventuallyNotReady(standby, 'leadership', /was not made by this program.*`reindex --adopt`/);
    expect(await service.command('reindex --adopt')).toMatchObject({ code: 0 });
    await eventuallyReady(standby);
    await eventuallyEqual(service);
  },
);

concurrentTest(
  'D31: not ready while the index has its checkpoint and no products, although MongoDB has some',
  async (service) => {
    const { meilisearch, indexName, catalogue } = service;
    await fill(service, 5);
    const indexer = await service.startIndexer();
    await eventuallyReady(indexer);
    await done(meilisearch.index(indexName).deleteDocuments({ filter: 'merchant_id EXISTS' }));
    const message = /^has no products, and MongoDB has some: somebody deleted them, unless they were just imported$/;
    await eventuallyNotReady(indexer, 'index', message);
    await eventually(
      () => metricOf(indexer, 'index_present'),
      (value) => value === 0,
    );
    expect(await service.command('verify')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/has no products/),
    });
    expect(await service.command('verify --repair')).toMatchObject({ code: 0 });
    await eventuallyReady(indexer);
    await eventuallyEqual(service);

    // Without an active merchant, the index needs no products.
    await catalogue.merchants.updateMany({}, { $set: { status: 'disabled' } });
    await eventuallyEqual(service);
    await eventuallyReady(indexer);
  },
);

concurrentTest(
  'D31: ready with no products in the index, if those of MongoDB can have no documents',
  async (service) => {
    await insert(service.catalogue, shop('one'));
    await insertRaw(service, [product('unreadable', 'one', { subtitle: UNREADABLE })]);
    // As before `setup` created the validator.
    await service.catalogue.products.insertOne(product('', 'one') as never, { bypassDocumentValidation: true });
    await eventuallyReady(await service.startIndexer());
  },
);
