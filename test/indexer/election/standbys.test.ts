/** The list of indexer processes: which stand by, and why one can't lead. */
import { startProcess } from '../../../dev/processes/launcher.ts';
import { createIndexerProcesses } from '../../../indexer/election/processes.ts';
import { runIndexerCommand } from '../../support/in-worker.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { eventuallyNotReady, metricOf, readinessOf } from '../support/indexer-http.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

async function standbysOf({ variables }: TestService) {
  const { stdout } = await runIndexerCommand(['status', '--json'], variables);
  return JSON.parse(stdout).standbys as { holder: string; version: string; reason: string | null; seenAgoMs: number }[];
}

/** Sets the last announcement of a process to `ms` ago, by MongoDB's clock. */
const seenBefore = ({ database }: OwnService, holder: string, ms: number) =>
  database
    .collection<{ _id: string }>('indexer_processes')
    .updateOne({ _id: holder }, [{ $set: { seenAt: { $subtract: ['$$NOW', ms] } } }]);

concurrentTest('status lists the standbys, and no longer lists one that has stopped', async (service) => {
  await fill(service, 3);
  const leader = await service.startIndexer();
  const { holder: leading } = await leader.line(({ msg }) => msg === 'leading');
  const others = await Promise.all([1, 2].map(() => service.startIndexer({}, 'start')));
  const two = await eventually(
    () => standbysOf(service),
    ({ length }) => length === 2,
  );
  expect(two.map(({ reason }) => reason)).toEqual([null, null]);
  expect(two.map(({ holder }) => holder)).not.toContain(leading);
  const { stdout } = await service.command('status');
  expect(stdout).toMatch(/^standbys +2$/m);
  expect(stdout.match(/^standby +\S+: ready to lead$/gm)?.length).toBe(2);

  await others[0]?.stop();
  expect((await standbysOf(service)).length).toBe(1);
  await leader.stop();
  await eventually(
    () => standbysOf(service),
    ({ length }) => length === 0,
  );
  await others[1]?.stop();
  expect(await service.database.collection('indexer_processes').countDocuments()).toBe(0);
});

concurrentTest('a standby that cannot lead reports why, in status and with a 503 of /readyz', async (service) => {
  const indexer = await service.startIndexer({ MEILISEARCH_API_KEY: 'not-the-key-of-this-engine' }, 'start');
  const reason = 'Meilisearch refuses MEILISEARCH_API_KEY';
  await eventually(
    () => standbysOf(service),
    ([standby]) => standby?.reason === reason,
  );
  const { status } = await eventually(
    () => readinessOf(indexer),
    ({ checks }) => checks.leadership === reason,
  );
  expect(status).toBe(503);
});

concurrentTest('a standby whose key is refused reports it while another process leads', async (service) => {
  await fill(service, 3);
  await service.startIndexer();
  const standby = await service.startIndexer({ MEILISEARCH_API_KEY: 'not-the-key-of-this-engine' }, 'start');
  await standby.line(({ msg }) => msg === 'standing by: another indexer leads');
  const reason = 'Meilisearch refuses MEILISEARCH_API_KEY';
  await eventuallyNotReady(standby, 'leadership', /^Meilisearch refuses MEILISEARCH_API_KEY$/);
  const [listed] = await eventually(
    () => standbysOf(service),
    ([first]) => typeof first?.reason === 'string',
  );
  expect(listed?.reason).toBe(reason);
  expect(await metricOf(standby, 'other_engine')).toBe(0);
});

concurrentTest(
  'an indexer leads while Meilisearch is down, however often memory is collected',
  async ({ variables }) => {
    const nodeOptions = ['--expose-gc', '--import', 'data:text/javascript,setInterval(gc, 100)'];
    const withoutEngine = { ...variables, MEILISEARCH_URL: 'http://127.0.0.1:9' };
    const indexer = startProcess('indexer/main.js', ['run'], withoutEngine, { nodeOptions });
    try {
      await indexer.line(({ msg }) => msg === 'leading');
    } finally {
      await indexer.end('SIGKILL');
    }
  },
);

concurrentTest(
  'a process without an announcement for 15 s is not listed, and is removed after a day',
  async (service) => {
    const { database, indexName } = service;
    const processes = ['one', 'other'].map((holder) => createIndexerProcesses(database, indexName, holder));
    const [one, other] = processes;
    const list = async () => (await one?.list())?.map(({ holder, state, reason }) => ({ holder, state, reason }));
    one?.announce('leading', null);
    other?.announce('standing by', '$holder may begin with a dollar');
    await eventually(list, (listed) => listed?.length === 2);
    expect(await list()).toEqual([
      { holder: 'one', state: 'leading', reason: null },
      { holder: 'other', state: 'standing by', reason: '$holder may begin with a dollar' },
    ]);
    await other?.leave();
    expect(await list()).toEqual([{ holder: 'one', state: 'leading', reason: null }]);

    // Two other processes ended without `leave`.
    const ended = database.collection<{ _id: string }>('indexer_processes');
    for (const holder of ['killed', 'killed long ago'])
      await ended.insertOne({ _id: holder, index: indexName } as never);
    await seenBefore(service, 'killed', 16_000);
    await seenBefore(service, 'killed long ago', 86_401_000);
    expect((await list())?.map(({ holder }) => holder)).toEqual(['one']);
    const next = createIndexerProcesses(database, indexName, 'next');
    next.announce('standing by', null);
    await eventually(
      async () => (await ended.find().toArray()).map(({ _id }) => _id).toSorted(),
      (left) => left.join() === 'killed,next,one',
    );
    await Promise.all([one?.leave(), next.leave()]);
  },
);
