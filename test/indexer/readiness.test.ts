/** `/readyz` of the indexer tells whether searches can rely on the index, and what is wrong where they cannot. */
import type { Log } from '../support/log-lines.ts';
import { eventually, type TestService } from '../support/service.ts';
import { concurrentTest } from './support/on-service.ts';
import { startProxy } from './support/proxy.ts';
import { done, endLease, eventuallyEqual, fill } from './support/steps.ts';

async function readiness(indexer: Log): Promise<{ code: number; checks: Record<string, string> }> {
  const { port } = await indexer.line(({ msg }) => msg === 'health and metrics');
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return { code: response.status, checks };
}

const eventuallySays = (indexer: Log, check: string, what: RegExp) =>
  eventually(
    () => readiness(indexer),
    ({ code, checks }) => code === 503 && what.test(checks[check] ?? ''),
  );

const eventuallyReady = (indexer: Log) =>
  eventually(
    () => readiness(indexer),
    ({ code }) => code === 200,
  );

concurrentTest('the lag is past its limit, on the leader and on a standby, until it has fallen', async (service) => {
  await fill(service, 5);
  const proxy = await startProxy(String(service.variables.MEILISEARCH_URL));
  try {
    const settings = { MAX_LAG_MS: '2000' };
    const leader = await service.startIndexer({ ...settings, MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}` });
    const standby = await service.startIndexer(settings, 'start');
    await eventuallyReady(leader);
    await eventuallyReady(standby);
    await proxy.refuse();
    await service.catalogue.products.updateMany({}, { $set: { title: 'Changed' } });
    await eventuallySays(leader, 'lag', /^\d+ s behind MongoDB, more than 2 s$/);
    // The standby reaches the engine: it is the index that is behind.
    expect((await eventuallySays(standby, 'lag', /behind MongoDB/)).checks).toMatchObject({
      meilisearch: 'ok',
      index: 'ok',
    });
    await proxy.pass();
    await eventuallyReady(leader);
    await eventuallyReady(standby);
    await eventuallyEqual(service);
  } finally {
    await proxy.refuse();
  }
});

/** Somebody holds the lease and says nothing, until `endLease`. */
async function holdLease({ database, indexName }: TestService): Promise<void> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const held = { $set: { holder: 'silent', expiresAt }, $inc: { epoch: 1 } };
  await database.collection<{ _id: string }>('indexer_leases').updateOne({ _id: indexName }, held, { upsert: true });
}

concurrentTest('nobody leads: not ready once that has lasted', async (service) => {
  await fill(service, 5);
  await holdLease(service);
  const indexer = await service.startIndexer({ MAX_LAG_MS: '1000' }, 'start');
  const { checks } = await eventuallySays(indexer, 'lag', /^not known for \d+ s: the index is not followed$/);
  expect(checks).toMatchObject({ mongodb: 'ok', meilisearch: 'ok', index: 'does not exist' });
  await endLease(service);
  await eventuallyReady(indexer);
});

concurrentTest('the index is missing, or was made by a write without its settings', async (service) => {
  await fill(service, 5);
  const indexer = await service.startIndexer();
  await eventuallyReady(indexer);
  // Nobody mends the index while it is looked at.
  await indexer.stop();
  await holdLease(service);
  await done(service.meilisearch.deleteIndex(service.indexName));
  const standby = await service.startIndexer({}, 'start');
  await eventuallySays(standby, 'index', /^does not exist$/);
  await done(service.meilisearch.index(service.indexName).addDocuments([{ id: 'foreign' }]));
  await eventuallySays(standby, 'index', /^has no settings: no search can filter it by merchant$/);
  await endLease(service);
  await eventuallyReady(standby);
  await eventuallyEqual(service);
});
