/** The lease alone, behind a proxy to MongoDB: renewals that fail, and how the state of the lease is read. */
import os from 'node:os';
import { MongoClient } from 'mongodb';
import { createLog, type Log } from '../../../dev/processes/process-log.ts';
import { acquireLease, type Lease } from '../../../indexer/election/lease.ts';
import { leaseCollection, readLease } from '../../../indexer/election/stored-lease.ts';
import { createStoredReports } from '../../../indexer/election/stored-reports.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { type EngineProxy, startMongodbProxy } from '../../support/engines/proxy.ts';
import { eventually } from '../../support/service.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';

interface Held {
  readonly lease: Lease;
  readonly proxy: EngineProxy;
  readonly log: Log;
}

/** Runs `work` while holding the lease of the service's index through a proxy. */
async function whileHolding(service: OwnService, work: (held: Held) => Promise<void>): Promise<void> {
  const proxy = await startMongodbProxy(service);
  const client = new MongoClient(proxy.url, {
    // Longer than the driver's reconnect interval, so that the driver reconnects after `pass`.
    serverSelectionTimeoutMS: 2000,
    runtimeAdapters: { os },
  });
  const written = createLog('lease');
  const logger = createLogger('lease', 'info', { write: (chunk) => written.write(client, chunk) });
  const leases = leaseCollection(client.db());
  try {
    const lease = await acquireLease({ leases, name: service.indexName, holder: 'one', logger }, neverAborted());
    if (lease === null) throw new Error('the lease was not acquired');
    await work({ lease, proxy, log: written });
    await proxy.pass();
    await lease.release();
  } finally {
    await proxy.pass();
    await client.close();
    await proxy.refuse();
  }
}

const neverAborted = () => new AbortController().signal;

/** Resolves to the expiry of the lease. */
async function expiryOf({ database, indexName }: OwnService): Promise<number> {
  return (await leaseCollection(database).findOne({ _id: indexName }))?.expiresAt.getTime() ?? 0;
}

/** Resolves when the lease is renewed or lost. */
async function nextRenewal(service: OwnService, { lease }: Held): Promise<'renewed' | 'lost'> {
  const before = await expiryOf(service);
  const isOver = async () => lease.signal.aborted || (await expiryOf(service)) > before;
  await eventually(isOver, (over) => over);
  return lease.signal.aborted ? 'lost' : 'renewed';
}

// FM-41
concurrentTest('D7: after a failed renewal, the lease is renewed before it expires', (service) =>
  whileHolding(service, async (held) => {
    await held.proxy.refuse();
    await held.log.line(({ msg }) => msg === 'the lease could not be renewed: trying again');
    await held.proxy.pass();
    expect(await nextRenewal(service, held)).toBe('renewed');
    held.lease.assertHeld();
  }),
);

// FM-41
concurrentTest('D7: after a renewal without a response, the lease is renewed before it expires', (service) =>
  whileHolding(service, async (held) => {
    const { held: isHeld, release } = held.proxy.delayAt('$dateAdd');
    await isHeld;
    expect(await nextRenewal(service, held)).toBe('renewed');
    held.lease.assertHeld();
    release();
  }),
);

// FM-41
concurrentTest('a lease is held while MongoDB responds to each renewal only after the time limit', (service) =>
  whileHolding(service, async ({ lease, proxy, log }) => {
    const failures = () => log.log.filter(({ msg }) => msg === 'the lease could not be renewed: trying again').length;
    for (let renewals = 1; renewals <= 3; renewals += 1) {
      const before = await expiryOf(service);
      const { held, release } = proxy.delayAt('$dateAdd');
      await held;
      await eventually(
        async () => failures(),
        (count) => count === renewals,
      );
      release();
      await eventually(
        () => expiryOf(service),
        (expiry) => expiry > before,
      );
    }
    lease.assertHeld();
  }),
);

concurrentTest('a lease that cannot be renewed is lost before another process can acquire it', (service) =>
  whileHolding(service, async ({ lease, proxy }) => {
    await proxy.refuse();
    await eventually(
      async () => lease.signal.aborted,
      (aborted) => aborted,
    );
    expect(lease.assertHeld).toThrow('the lease is lost');
    expect(await readLease(leaseCollection(service.database), service.indexName)).toMatchObject({ isHeld: true });
  }),
);

// FM-47
concurrentTest("after MongoDB's clock was set back, a dead leader's lease lasts no longer", async (service) => {
  const leases = leaseCollection(service.database);
  const expiresAt = new Date(Date.now() + 3_600_000);
  await leases.insertOne({ _id: service.indexName, holder: 'dead', epoch: 41, expiresAt });
  const logger = createLogger('lease', 'silent');
  const lease = await acquireLease({ leases, name: service.indexName, holder: 'two', logger }, neverAborted());
  expect(lease?.epoch).toBe(42);
  await lease?.release();
});

/** Another process waits for the lease during `work`, and does not get it. */
async function whileAnotherWaits(service: OwnService, work: () => Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const others = { leases: leaseCollection(service.database), name: service.indexName, holder: 'two' };
  const acquired = acquireLease({ ...others, logger: createLogger('lease', 'silent') }, waiting.signal);
  await work();
  waiting.abort();
  expect(await acquired).toBeNull();
}

// FM-47
concurrentTest('a lease that is renewed is not taken, however long another process waits', (service) =>
  whileHolding(service, (held) =>
    whileAnotherWaits(service, async () => {
      for (let renewals = 0; renewals < 4; renewals += 1) expect(await nextRenewal(service, held)).toBe('renewed');
      held.lease.assertHeld();
    }),
  ),
);

// FM-47
concurrentTest("after MongoDB's clock was set forward, a lease that is renewed is not taken", (service) =>
  whileHolding(service, async (held) => {
    const expired = { $set: { expiresAt: new Date(1) } };
    await leaseCollection(service.database).updateOne({ _id: service.indexName }, expired);
    await whileAnotherWaits(service, async () => {
      expect(await nextRenewal(service, held)).toBe('renewed');
    });
    held.lease.assertHeld();
  }),
);

concurrentTest('MongoDB decides whether the lease is held and how old the report is', async (service) => {
  const leases = leaseCollection(service.database);
  const read = () => readLease(leases, service.indexName);
  expect(await read()).toEqual({
    holder: null,
    isHeld: false,
    epoch: 0,
    report: null,
    reportAgeMs: null,
    rebuildFailure: null,
    serverNowMs: expect.any(Number),
  });
  const logger = createLogger('lease', 'silent');
  const lease = await acquireLease({ leases, name: service.indexName, holder: 'one', logger }, neverAborted());
  expect(await read()).toMatchObject({ holder: 'one', isHeld: true, epoch: 1, report: null, reportAgeMs: null });
  const report = {
    state: 'following',
    lagMs: 0,
    checkpointAt: null,
    storedAt: null,
    fanOuts: 0,
    fanOutsWaitMs: 0,
  } as const;
  const others = {
    rewritingMerchants: [],
    rewritesAll: false,
    hasIndex: true,
    generation: 1,
    progress: null,
    rebuild: null,
    foreignRebuild: null,
    isEngineFull: false,
  };
  if (lease === null) throw new Error('the lease was not acquired');
  await createStoredReports(lease.update).store({ ...report, ...others });
  const state = await read();
  expect(state).toMatchObject({ report: { ...report, generation: 1, progress: null, rebuild: null } });
  expect(state.reportAgeMs).toBeGreaterThanOrEqual(0);
  await lease.release();
  expect(await read()).toMatchObject({ holder: null, isHeld: false, epoch: 1 });
});
