/** Operations on the whole index: one runs at a time, and each ends. The previous index can be deleted beside it. */
import os from 'node:os';
import { MongoClient } from 'mongodb';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import { previousName } from '../../../indexer/rebuild/index-names.ts';
import { createJobs } from '../../../indexer/requests/jobs.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { startMongodbProxy } from '../../support/engines/proxy.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { metricOf } from '../support/indexer-http.ts';
import { documentCount, done } from '../support/indexes.ts';
import {
  eventuallyInState,
  eventuallyOperation,
  generationOf,
  jobsOf,
  requestReindex,
  statusOf,
} from '../support/operator.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

concurrentTest('a second operation is refused with the name of the first, which continues', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    await service.startIndexer(settings);
    const { held, release } = proxy.delayAt('POST /swap-indexes');
    const reindex = service.command('reindex');
    await held;
    for (const other of ['rollback', 'reindex --no-swap', 'reindex --allow-fewer'])
      expect(await service.command(other)).toEqual({
        code: 1,
        stdout: '',
        stderr:
          '`reindex` is running. Wait until it is done; if no indexer runs, run that command again to finish it\n',
      });
    release();
    expect(await reindex).toMatchObject({ code: 0 });
    expect(await statusOf(service)).toMatchObject({ operation: { kind: 'reindex', state: 'done' } });
    expect(await service.command('reindex --drop-old')).toMatchObject({ code: 0 });
  });
});

concurrentTest('an operation that was refused for one that has ended meanwhile can be run again', async (service) => {
  const { operationId } = await requestReindex(service);
  const proxy = await startMongodbProxy(service);
  const client = new MongoClient(proxy.url, { runtimeAdapters: { os } });
  try {
    // The request finds the open operation. Before it reads which one that is, the operation ends.
    const { held, release } = proxy.delayAt('singleBatch');
    const request = createJobs(client.db(), service.indexName).request({ kind: 'rollback', schemaVersion: 1 });
    const refused = expect(request).rejects.toThrow('`reindex` is done. It ended just now: run this command again');
    await held;
    await jobsOf(service).update(operationId, { state: 'done' });
    release();
    await refused;
  } finally {
    await client.close();
    await proxy.refuse();
  }
});

concurrentTest(
  'D28: an operation that was started is not started again, and one that ended never changes',
  async (service) => {
    const jobs = jobsOf(service);
    const read = await jobs.request({ kind: 'rollback', schemaVersion: SCHEMA_VERSION });
    expect([await jobs.start(read, 2), await jobs.start(read, 3)]).toEqual([true, false]);
    const started = await jobs.operation();
    expect(started).toMatchObject({ state: 'running', generation: 2 });
    // The next leader continues it.
    expect(started !== null && (await jobs.start(started, 2))).toBe(true);
    for (const state of ['done', 'ready'] as const) await jobs.update(read.operationId, { state });
    expect(await jobs.operation()).toMatchObject({ state: 'done' });
  },
);

concurrentTest('an operation of an unknown kind ends as failed, and the leader follows on', async (service) => {
  const [id] = await fill(service, 5);
  await service.startIndexer();
  const jobs = jobsOf(service);
  await jobs.request({ kind: 'compact' as 'reindex', schemaVersion: SCHEMA_VERSION });
  const refused = await eventuallyOperation(service, 'failed');
  expect(refused?.reason).toBe('the leader does not know the operation compact: another version requested it');
  await service.catalogue.products.updateOne({ _id: id ?? '' }, { $set: { title: 'Followed' } });
  await eventuallyEqual(service);
  expect(await generationOf(service)).toBe(1);
});

concurrentTest('--merchant with an empty id, or twice, is wrong use', async (service) => {
  for (const command of ['reindex', 'verify', 'dead-letters list'])
    for (const [options, reason] of [
      ['--merchant ', 'It must have 1 to 200 characters.'],
      ['--merchant one --merchant two', "'--merchant <id>' must be given once"],
    ] as const) {
      const { code, stdout, stderr } = await service.command(`${command} ${options}`);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(reason);
    }
});

/** Creates a previous index. Resolves to its name. */
async function createPrevious({ meilisearch, indexName }: TestService): Promise<string> {
  const name = previousName(indexName);
  await done(meilisearch.createIndex(name, { primaryKey: 'id' }));
  return name;
}

concurrentTest('D20: a reindex --drop-old makes room while a reindex runs', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    await service.startIndexer(settings);
    const previous = await createPrevious(service);
    const { held, release } = holdFilling(proxy);
    const reindex = service.command('reindex');
    await held;
    expect(await service.command('reindex --drop-old')).toMatchObject({ code: 0 });
    expect(await documentCount(service, previous)).toBe(-1);
    release();
    expect(await reindex).toMatchObject({ code: 0 });
  });
});

concurrentTest(
  'D20: while an index is built by itself, reindex --drop-old runs, and a rollback is refused at once',
  async (service) => {
    await fill(service, 10);
    await throughProxy(service, async (proxy, settings) => {
      const previous = await createPrevious(service);
      const { held, release } = holdFilling(proxy);
      const indexer = await service.startIndexer(settings, 'start');
      await held;
      expect(await service.command('rollback')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'the leader is building a new index: run `rollback` again when that is live\n',
      });
      expect(await service.command('reindex --drop-old')).toMatchObject({ code: 0 });
      expect(await documentCount(service, previous)).toBe(-1);
      release();
      await indexer.line(({ msg }) => msg === 'following');
      await eventuallyEqual(service);
    });
  },
);

concurrentTest('the next indexer completes the request of a killed command', async (service) => {
  await fill(service, 5);
  await (await service.startIndexer()).stop();
  await throughProxy(service, async (proxy, settings) => {
    proxy.hold();
    const reindex = service.startCommand('reindex', settings);
    await eventuallyOperation(service, 'requested');
    await reindex.end('SIGKILL');
  });
  await service.startIndexer();
  await eventuallyOperation(service, 'done');
  expect(await generationOf(service)).toBe(2);
});

/** Waits until the operation has a reason. */
const eventuallyReason = (service: TestService) =>
  eventually(
    () => jobsOf(service).operation(),
    (operation) => operation !== null && operation.reason !== null,
  );

const ERROR = '{"message":"No way.","code":"no_way","type":"internal","link":""}';
const REFUSAL = `HTTP/1.1 409 Conflict\r\nContent-Type: application/json\r\nContent-Length: ${ERROR.length}\r\nConnection: close\r\n\r\n${ERROR}`;

concurrentTest('an error that ends a rebuild is counted and reported, and the rebuild is retried', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer(settings);
    const { held } = holdFilling(proxy);
    const reindex = service.command('reindex');
    await held;
    proxy.respond(REFUSAL);
    proxy.cut();
    await eventuallyReason(service);
    const failed = await eventually(
      () => statusOf(service),
      ({ operation, rebuildFailure }) => operation.reason !== null && rebuildFailure !== null,
    );
    const reason = expect.stringMatching(/^it is tried again after an error: .*No way/);
    expect(failed).toMatchObject({
      operation: { state: 'running', reason },
      rebuildFailure: { result: 'failed', reason },
    });
    expect(await metricOf(indexer, 'reindexes_total{result="failed"}')).toBeGreaterThanOrEqual(1);
    await proxy.pass();
    expect(await reindex).toMatchObject({ code: 0 });
    expect(await metricOf(indexer, 'reindexes_total{result="done"}')).toBeGreaterThanOrEqual(1);
    expect(await eventuallyInState(service, 'following')).toMatchObject({
      operation: { state: 'done', reason: null },
      rebuildFailure: null,
    });
    await eventuallyEqual(service);
  });
});

concurrentTest('a retry of dead letters that is stopped says so', async (service) => {
  await createDeadLetters(service.database, service.indexName).add([
    { productId: 'p', merchantId: 'one', reason: 'Rejected' },
  ]);
  await service.command('pause');
  const retry = service.startCommand('dead-letters retry');
  await eventually(
    async () => retry.output(),
    (output) => output.includes('The indexer is paused'),
  );
  expect(await retry.end('SIGTERM')).toBe(1);
  expect(retry.output()).toContain('Stopped. If an indexer runs, it finishes this; otherwise run the command again.');
});

concurrentTest('a repair that is stopped says so', async (service) => {
  const ids = await fill(service, 3);
  const indexer = await service.startIndexer();
  await eventuallyEqual(service);
  await indexer.stop();
  await done(service.meilisearch.index(service.indexName).deleteDocuments([indexKey(ids[0] as string)]));
  await throughProxy(service, async (proxy, settings) => {
    const { held, release } = proxy.delayAt(`POST /indexes/${service.indexName}/documents?`);
    const repair = service.startCommand('verify --repair', settings);
    await held;
    const ended = repair.end('SIGTERM');
    release();
    expect(await ended).toBe(1);
    expect(repair.output()).toContain(
      'Stopped. If an indexer runs, it finishes this; otherwise run the command again.',
    );
  });
});

/** Runs a command whose connection to MongoDB breaks once it has stored what has this text. */
async function runWithLostResponse(service: OwnService, command: string, stored: string) {
  const proxy = await startMongodbProxy(service);
  void proxy.cutAt(stored, 'after').then(() => proxy.refuse());
  const { code, stderr } = await service.command(command, { MONGODB_URL: proxy.url });
  return [code, stderr];
}

const MAY_BE_STORED = [1, expect.stringMatching(/^The request may be stored, .* see `status`\.\nMongoDB /)];

concurrentTest('a --drop-old that MongoDB stored and did not confirm is mentioned', async (service) => {
  await done(service.meilisearch.createIndex(previousName(service.indexName)));
  expect(await runWithLostResponse(service, 'reindex --drop-old', 'drop-old')).toEqual(MAY_BE_STORED);
});

concurrentTest('a retry of dead letters that MongoDB stored and did not confirm is mentioned', async (service) => {
  await createDeadLetters(service.database, service.indexName).add([
    { productId: 'p', merchantId: 'one', reason: 'Rejected' },
  ]);
  expect(await runWithLostResponse(service, 'dead-letters retry', 'requestId')).toEqual(MAY_BE_STORED);
});

concurrentTest(
  'an error just after the swap is not reported as a failed rebuild once the index is followed',
  async (service) => {
    await fill(service, 10);
    await throughProxy(service, async (proxy, settings) => {
      await service.startIndexer(settings);
      // 1. The new index is live. The proxy holds the first write of its checkpoint.
      const swap = proxy.delayAt('POST /swap-indexes');
      const reindex = service.command('reindex');
      await swap.held;
      const firstWrite = proxy.delayAt(`POST /indexes/${service.indexName}/documents?`);
      swap.release();
      await firstWrite.held;
      // 2. This write fails.
      proxy.respond(REFUSAL);
      proxy.cut();
      await eventuallyReason(service);
      // 3. The next leader follows the new index.
      await proxy.pass();
      expect(await reindex).toMatchObject({ code: 0 });
      expect(await generationOf(service)).toBe(2);
      expect(await eventuallyInState(service, 'following')).toMatchObject({
        operation: { state: 'done', reason: null },
        rebuildFailure: null,
      });
      await eventuallyEqual(service);
    });
  },
);
