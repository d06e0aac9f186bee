/** The operator's views: `indexer status` as text and JSON, and `/livez`, `/readyz` and `/metrics` of the process. */
import type { Log } from '../../../dev/processes/process-log.ts';
import { leaseCollection, readLease } from '../../../indexer/election/stored-lease.ts';
import { primaryTimeMs } from '../../../indexer/source/server-clock.ts';
import { setUp } from '../../../src/catalogue/setup.ts';
import { startMongodbProxy, startProxy } from '../../support/engines/proxy.ts';
import { collection, insert, membership, product } from '../../support/fixtures.ts';
import { runIndexerCommand } from '../../support/in-worker.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { httpOf, metricOf } from '../support/indexer-http.ts';
import { nextLine } from '../support/indexer-log.ts';
import { extendLease, releaseLease } from '../support/lease.ts';
import { eventuallyInState, eventuallyReported, jobsOf } from '../support/operator.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

/** The status as JSON. Expects the exit code to match. */
// biome-ignore lint/suspicious/noExplicitAny: the tests check the JSON.
async function status(service: TestService): Promise<any> {
  const { code, stdout, stderr } = await runIndexerCommand(['status', '--json'], service.variables);
  expect(stderr).toBe('');
  const parsed = JSON.parse(stdout);
  expect(code).toBe(parsed.leader === null ? 1 : 0);
  return parsed;
}

async function get(indexer: Log, path: string): Promise<{ status: number; text: string }> {
  const { status: code, text } = await (await httpOf(indexer)).request(path);
  return { status: code, text };
}

concurrentTest('D15: status without a running indexer reports no leader and exits with 1', async (service) => {
  await setUp(service.database, () => undefined);
  expect(await status(service)).toEqual({
    index: service.indexName,
    leader: null,
    epoch: null,
    state: 'stopped',
    report: null,
    reportAgeMs: null,
    documents: null,
    otherEngine: null,
    deadLetters: 0,
    operation: null,
    rebuildFailure: null,
    pausedAt: null,
    standbys: [],
    missingSetup: null,
  });
  const { code, stdout } = await service.command('status');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^standbys +none$/m);
  expect(stdout).not.toMatch(/^setup/m);
  expect(stdout).toMatch(/^leader +nobody leads: is an indexer running\?$/m);
  expect(stdout).toMatch(/^state +stopped$/m);
});

// FM-47
concurrentTest(
  'status of an indexer that follows: the leader, no lag, and as many documents as products',
  async (service) => {
    await fill(service, 12);
    const indexer = await service.startIndexer();
    const { holder } = await indexer.line(({ msg }) => msg === 'leading');
    await eventuallyReported(service, ({ state, lagMs }) => state === 'following' && lagMs === 0);
    const current = await status(service);
    expect(current.reportAgeMs).toBeLessThan(10_000);
    expect(current).toMatchObject({
      leader: holder,
      epoch: 1,
      state: 'following',
      documents: 12,
      operation: null,
      report: { fanOuts: 0, generation: 1, rebuild: null, checkpointAt: expect.stringMatching(/^\d{4}-/) },
    });
    const { stdout } = await service.command('status');
    expect(stdout).toMatch(/^documents +12$/m);
    expect(stdout).toMatch(/^lag +0\.0 s, as of \d+\.\d s ago$/m);
    expect(stdout).toMatch(/^state +following, as of \d+\.\d s ago$/m);

    await indexer.stop();
    expect(await status(service)).toMatchObject({ leader: null, state: 'stopped', documents: 12 });
    const { stdout: ended } = await service.command('status');
    expect(ended).toMatch(/^lag +not known$/m);
    expect(ended).toMatch(/^fan-outs +not known$/m);
  },
);

concurrentTest(
  'status during a rebuild reports the progress, and afterwards that the operation is done',
  async (service) => {
    await fill(service, 50);
    const { proxy } = await startBehindProxy(service);
    try {
      const { held, release } = holdFilling(proxy);
      const reindex = service.command('reindex');
      await held;
      await eventuallyReported(service, ({ rebuild }) => rebuild?.total === 50);
      await eventually(
        () => jobsOf(service).operation(),
        (operation) => operation?.total === 50,
      );
      expect(await status(service)).toMatchObject({
        operation: { state: 'running', finishedAt: null, total: 50 },
        report: { rebuild: { total: 50 } },
      });
      expect((await service.command('status')).stdout).toMatch(/^rebuild +\d+ of 50 products$/m);
      release();
      expect(await reindex).toMatchObject({ code: 0 });
      const ended = await eventuallyInState(service, 'following');
      expect(ended).toMatchObject({
        operation: {
          kind: 'reindex',
          state: 'done',
          finishedAt: expect.any(String),
          done: 50,
          total: 50,
          reason: null,
        },
      });
      expect((await service.command('status')).stdout).toContain(`  done at ${ended.operation.finishedAt}\n`);
    } finally {
      await proxy.refuse();
    }
  },
);

// FM-42, FM-47
concurrentTest('health and metrics of a leader and of a standby', async (service) => {
  await setUp(service.database, () => undefined);
  await fill(service, 3);
  const oplog = service.database.client.db('local').collection('oplog.rs');
  const oldest = await oplog.findOne({}, { sort: { $natural: 1 } });
  const leader = await service.startIndexer();
  const standby = await service.startIndexer({}, 'start');
  await standby.line(({ msg }) => msg.startsWith('standing by'));
  for (const indexer of [leader, standby]) {
    expect(await get(indexer, '/livez')).toEqual({ status: 200, text: '{"status":"ok"}' });
    const { status: code, text } = await eventually(
      () => get(indexer, '/readyz'),
      ({ status: given }) => given === 200,
    );
    expect({ code, body: JSON.parse(text) }).toEqual({
      code: 200,
      body: {
        status: 'ok',
        checks: { mongodb: 'ok', meilisearch: 'ok', index: 'ok', lag: 'ok', leadership: 'ok', setup: 'ok' },
      },
    });
    expect((await get(indexer, '/elsewhere')).status).toBe(404);
  }
  expect([await metricOf(leader, 'leader'), await metricOf(standby, 'leader')]).toEqual([1, 0]);
  await insert(service.catalogue, { products: [product('metered', 'one')] });
  await service.catalogue.products.deleteOne({ _id: 'given-00000' });
  await eventuallyEqual(service);
  await eventually(
    () => metricOf(leader, 'documents_deleted_total'),
    (deleted) => deleted === 1,
  );
  expect(await metricOf(leader, 'events_total')).toBe(2);
  expect(await metricOf(leader, 'documents_written_total')).toBe(1);
  expect((await get(leader, '/metrics')).text).toMatch(
    /^catalogue_indexer_tasks_total\{type="documentAdditionOrUpdate",result="succeeded",index=".+"\} [1-9]\d*$/m,
  );
  await eventually(
    () => metricOf(leader, 'lag_seconds'),
    (lag) => lag === 0,
  );
  await eventually(
    () => metricOf(leader, 'index_present'),
    (present) => present === 1,
  );
  expect(await metricOf(leader, 'event_to_searchable_seconds_count')).toBeGreaterThan(0);
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { quantity: 1_000_000 } });
  await eventually(
    () => metricOf(leader, 'documents_unchanged_total'),
    (unchanged) => unchanged === 1,
  );
  expect(await metricOf(leader, 'dead_letters')).toBe(0);
  await insertRaw(service, [product('unreadable', 'one', { subtitle: UNREADABLE })]);
  for (const name of ['dead_lettered_total', 'dead_letters'])
    await eventually(
      () => metricOf(leader, name),
      (letters) => letters === 1,
    );
  await eventually(
    () => metricOf(leader, 'checkpoint_age_seconds'),
    (age) => age < 600,
  );
  // Since the start of MongoDB, and not since the last change.
  const window = await eventually(
    () => metricOf(leader, 'oplog_window_seconds'),
    (seconds) => seconds > 15,
  );
  expect(window).toBeLessThanOrEqual((await primaryTimeMs(service.database)) / 1000 - oldest?.ts.getHighBitsUnsigned());
  for (const name of ['lag_seconds', 'checkpoint_age_seconds', 'oplog_window_seconds', 'dead_letters', 'index_present'])
    expect(await metricOf(standby, name)).toBeNaN();
});

// FM-19, FM-28
concurrentTest('the lag rises while changes cannot be written, and falls once they are', async (service) => {
  await fill(service, 3);
  const { indexer, proxy } = await startBehindProxy(service);
  try {
    proxy.respond('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    proxy.cut();
    const refused = nextLine(indexer, ({ msg }) => /^Meilisearch cannot/.test(msg));
    await service.catalogue.products.updateMany({}, { $set: { title: 'Updated' } });
    await refused;
    await eventually(
      async () => (await get(indexer, '/readyz')).status,
      (code) => code === 503,
    );
    expect((await get(indexer, '/livez')).status).toBe(200);
    await eventually(
      () => metricOf(indexer, 'lag_seconds'),
      (lag) => lag >= 2,
    );
    await proxy.pass();
    await eventually(
      () => metricOf(indexer, 'lag_seconds'),
      (lag) => lag === 0,
    );
    await eventuallyEqual(service);
  } finally {
    await proxy.refuse();
  }
});

// FM-19
concurrentTest('the wait of a pending fan-out is reported until its products are written', async (service) => {
  const ids = await fill(service, 1100);
  await insert(service.catalogue, {
    collections: [collection('all', 'one')],
    memberships: ids.map((id) => membership('all', id, 'one')),
  });
  const { indexer, proxy } = await startBehindProxy(service);
  try {
    // The first 1,000 products are one batch; the proxy holds the next.
    const { held, release } = proxy.delayAt('given-01050');
    await service.catalogue.collections.updateOne({ _id: 'all' }, { $set: { name: 'Renamed' } });
    await held;
    await eventually(
      () => metricOf(indexer, 'fan_out_wait_seconds'),
      (waits) => waits > 1,
    );
    expect(await metricOf(indexer, 'fan_outs_waiting')).toBe(1);
    const statusAt = async (count: number) => {
      await eventuallyReported(service, ({ fanOuts }) => fanOuts === count);
      return (await service.command('status')).stdout;
    };
    expect(await statusAt(1)).toMatch(/^fan-outs +1, for \d+\.\d s$/m);
    release();
    await eventually(
      () => metricOf(indexer, 'fan_out_wait_seconds'),
      (waits) => waits === 0,
    );
    expect(await statusAt(0)).toMatch(/^fan-outs +0$/m);
  } finally {
    await proxy.refuse();
  }
});

async function startBehindProxy(service: OwnService) {
  const proxy = await startProxy(String(service.variables.MEILISEARCH_URL));
  const indexer = await service.startIndexer({ MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}` });
  return { indexer, proxy };
}

// A service logs stack traces; a command prints a message for a person.
concurrentTest(
  'D15: a failed command prints the reason in one line: no index, unknown dead letter, refused key, MongoDB down',
  async (service) => {
    const run = (argv: string[], variables = {}) => runIndexerCommand(argv, { ...service.variables, ...variables });
    const absent = await run(['verify']);
    const unknown = await run(['dead-letters', 'drop', 'nobody']);
    const wrongKey = { MEILISEARCH_API_KEY: 'not-the-key-of-this-engine' };
    const refused = await run(['reindex'], wrongKey);
    const unverified = await run(['verify'], wrongKey);
    const out = await run(['status'], { MONGODB_URL: 'mongodb://reader:pass-word@127.0.0.1:2/catalogue' });
    expect([absent, unknown, refused, unverified, out].map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    expect(absent.stderr).toMatch(/^Meilisearch has no index \S+: start the indexer .*\n$/);
    for (const { stderr } of [refused, unverified])
      expect(stderr).toMatch(/^Meilisearch refuses MEILISEARCH_API_KEY: .*\n$/);
    expect(unknown.stderr).toBe('no dead letter for: nobody; nothing was changed\n');
    expect(out.stderr).toMatch(
      /^MongoDB does not answer at mongodb:\/\/127\.0\.0\.1:2\/catalogue: .*ECONNREFUSED.*\n$/,
    );
    for (const { stdout } of [absent, unknown, refused, unverified, out]) expect(stdout).toBe('');
  },
);

concurrentTest(
  'D15: a command that fails while the report of its leader is stored prints only the reason',
  async (service) => {
    const proxy = await startMongodbProxy(service);
    const { held, release } = proxy.delayAt('lagMs');
    const refused = service.command('reindex', {
      MONGODB_URL: proxy.url,
      MEILISEARCH_API_KEY: 'not-the-key-of-this-engine',
    });
    await held;
    expect((await refused).stderr).toMatch(/^Meilisearch refuses MEILISEARCH_API_KEY: .*\n$/);
    release();
    await proxy.refuse();
  },
);

concurrentTest('wrong usage and an incomplete environment exit with 2 and print the reason', async (service) => {
  const unknown = await service.command('unknown');
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toMatch(/unknown command/);
  const incomplete = await service.command('run', { MONGODB_URL: '', MEILISEARCH_URL: 'nowhere' });
  expect(incomplete.code).toBe(2);
  expect(incomplete.stderr).toMatch(/MONGODB_URL: is required[\s\S]*MEILISEARCH_URL: must be an address/);
  expect(incomplete.stderr).not.toContain('nowhere');
});

concurrentTest(
  'D15: a reindex whose key Meilisearch refuses has the state failed, with the reason',
  async (service) => {
    await service.command('reindex', { MEILISEARCH_API_KEY: 'not-the-key-of-this-engine' });
    expect(await status(service)).toMatchObject({
      operation: { state: 'failed', reason: expect.stringMatching(/^Meilisearch refuses MEILISEARCH_API_KEY/) },
    });
  },
);

concurrentTest('commands that read the index end at once when they are stopped while it does not respond', (service) =>
  throughProxy(service, async (proxy, settings) => {
    for (const name of ['status', 'explain some-product', 'reindex --drop-old']) {
      const { held } = proxy.delayAt('HTTP/1.1');
      const command = service.startCommand(name, settings);
      await held;
      expect(await command.end('SIGTERM')).toBe(1);
      expect(command.output()).toBe('');
    }
  }),
);

concurrentTest('a command that waits for Meilisearch says why, one line for each attempt', (service) =>
  throughProxy(service, async (proxy, settings) => {
    await proxy.refuse();
    const command = service.startCommand('verify', settings);
    await eventually(
      async () => command.output(),
      (output) => output.split('\n').length > 2,
    );
    expect(await command.end('SIGINT')).toBe(1);
    for (const line of command.output().trimEnd().split('\n'))
      expect(line).toMatch(/^warn: Meilisearch cannot look for an index now: retrying: Request to .*ECONNREFUSED/);
  }),
);

concurrentTest('a warning names the address of a request for documents without their ids', (service) =>
  throughProxy(service, async (proxy, settings) => {
    await fill(service, 3);
    await service.startIndexer();
    await eventuallyEqual(service);
    const documents = proxy.delayAt('given-00000');
    const command = service.startCommand('verify', settings);
    await documents.held;
    await proxy.refuse();
    await eventually(
      async () => command.output(),
      (output) => output.includes('retrying'),
    );
    expect(await command.end('SIGINT')).toBe(1);
    expect(command.output()).toMatch(/^warn: .*: retrying: Request to http:\S+\/documents has failed/);
  }),
);

concurrentTest('status shows what MongoDB knows while Meilisearch does not respond', async (service) => {
  await (await service.startIndexer()).stop();
  await throughProxy(service, async (proxy, settings) => {
    proxy.hold();
    const { stdout, stderr } = await service.command('status', settings);
    expect(stdout).toMatch(/^state +stopped$/m);
    expect(stdout).toMatch(/^documents +not known$/m);
    expect(stderr).toBe('Meilisearch has not responded within 5 s\n');
  });
});

concurrentTest('D15: after a kill of the leader, status shows how old its report is', async (service) => {
  await fill(service, 3);
  const leader = await service.startIndexerProcess();
  await eventuallyReported(service, ({ lagMs }) => lagMs === 0);
  await leader.end('SIGKILL');
  // The report gets old before the lease expires, however slow the machine is.
  await extendLease(service);
  const leases = leaseCollection(service.database);
  await eventually(
    () => readLease(leases, service.indexName),
    ({ reportAgeMs }) => Number(reportAgeMs) > 5000,
  );
  const { stdout } = await service.command('status');
  expect(stdout).toMatch(/^state +following, as of (?:[5-9]|[1-9]\d+)\.\d s ago$/m);
  expect(stdout).toMatch(/^lag +0\.0 s, as of (?:[5-9]|[1-9]\d+)\.\d s ago$/m);
  await releaseLease(service);
  expect(await status(service)).toMatchObject({ leader: null });
});

concurrentTest(
  'D15: without setup, run, status and /readyz name what is missing and the command that adds it',
  async (service) => {
    const { database } = service;
    await database.dropCollection('searches');
    await fill(service, 3);
    const indexer = await service.startIndexer();
    const missing = /incomplete, run `catalogue setup`: no collection searches; .*products lacks 22 of 22 indexes/;
    expect(await indexer.line(({ level, msg }) => level === 'warn' && /^the setup of MongoDB/.test(msg))).toMatchObject(
      {
        msg: expect.stringMatching(missing),
      },
    );
    const { status: code, text } = await eventually(
      () => get(indexer, '/readyz'),
      ({ status: given }) => given === 200,
    );
    expect({ code, body: JSON.parse(text) }).toMatchObject({
      code: 200,
      body: { status: 'degraded', checks: { setup: expect.stringMatching(missing) } },
    });
    expect(await status(service)).toMatchObject({ missingSetup: expect.stringMatching(missing) });
    expect((await service.command('status')).stdout).toMatch(/^setup +incomplete, run `catalogue setup`/m);

    await setUp(database, () => undefined);
    await eventually(
      async () => JSON.parse((await get(indexer, '/readyz')).text),
      ({ status: given, checks }) => given === 'ok' && checks.setup === 'ok',
    );
    expect(await status(service)).toMatchObject({ missingSetup: null });

    await database.collection('products').dropIndexes();
    await eventually(
      async () => JSON.parse((await get(indexer, '/readyz')).text),
      ({ status: given, checks }) => given === 'degraded' && /products lacks/.test(checks.setup),
    );
  },
);
