/**
 * Two indexers share MongoDB, and so the lease, but have different Meilisearches: only the index of the leader is
 * written. The tests start a second engine.
 */
import { findMeilisearch, startMeilisearch } from '../../../dev/engines/meilisearch.ts';
import type { Variables } from '../../../dev/processes/launcher.ts';
import { createTemporaryFolder } from '../../../dev/processes/temporary-folder.ts';
import { leaseCollection, readLease } from '../../../indexer/election/stored-lease.ts';
import { otherEngine } from '../../../indexer/monitoring/other-engine.ts';
import { sleep } from '../../../src/runtime/retry.ts';
import { PRIMARY_KEY } from '../../../src/search/index/settings.ts';
import { canOwnEngines, ownTest } from '../../support/engines/own-engines.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { putCheckpoint, storedCheckpoint } from '../support/checkpoint.ts';
import { eventuallyNotReady, eventuallyReady, metricOf } from '../support/indexer-http.ts';
import { nextLine } from '../support/indexer-log.ts';
import { done } from '../support/indexes.ts';
import { eventuallyAnnounced, eventuallyInState, statusOf } from '../support/operator.ts';
import { concurrentTest, onService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

let other: Awaited<ReturnType<typeof startMeilisearch>> | undefined;
let removeFolder: (() => Promise<void>) | undefined;
beforeAll(async () => {
  if (!canOwnEngines) return;
  const { folder, remove } = await createTemporaryFolder();
  removeFolder = remove;
  const { path } = await findMeilisearch({ environment: process.env });
  other = await startMeilisearch({ program: path, folder });
});
afterAll(async () => {
  await other?.process.end('SIGKILL');
  await removeFolder?.();
});

const ofOtherEngine = (): Variables => ({
  MEILISEARCH_URL: other?.url ?? '',
  MEILISEARCH_API_KEY: other?.apiKey ?? '',
});

/** Shorter than the time for which a live index that was just replaced counts as another one. */
const WATCH_EVERY_MS = 250;

ownTest(
  'D32: while the leader writes to another Meilisearch, a standby and `status` report it, until the right one leads',
  () =>
    onService(async (service) => {
      await fill(service, 5);
      const first = await service.startIndexer();
      await eventuallyInState(service, 'following');
      const { holder: right } = await first.line(({ msg }) => msg === 'leading');
      const message = (leader: string) => `the leader ${leader} writes to another Meilisearch than this process`;
      // The other engine has no index yet.
      expect(await service.command('status', ofOtherEngine())).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          new RegExp(`^Meilisearch +${message(String(right))}: compare MEILISEARCH_URL`, 'm'),
        ),
      });
      expect(await statusOf(service)).toMatchObject({ leader: right, otherEngine: null });

      const wrong = await service.startIndexer(ofOtherEngine(), 'start');
      await first.stop();
      const { holder } = await wrong.line(({ msg }) => msg === 'leading');
      await eventuallyReady(wrong);
      await service.catalogue.products.updateMany({}, { $set: { title: 'Written to one of the indexes' } });

      const standby = await service.startIndexer({}, 'start');
      const reported = new RegExp(message(String(holder)));
      await standby.line(({ level, msg }) => level === 'error' && reported.test(msg));
      await eventuallyNotReady(standby, 'leadership', reported);
      expect(await metricOf(standby, 'other_engine')).toBe(1);
      expect(await metricOf(wrong, 'other_engine')).toBe(0);
      // A standby announces its reason after it reports it itself.
      await eventuallyAnnounced(service);
      const { otherEngine, standbys } = await statusOf(service);
      expect({ otherEngine, standbys }).toMatchObject({
        otherEngine: expect.stringMatching(reported),
        standbys: [{ reason: expect.stringMatching(reported) }],
      });
      const { stdout } = await service.command('status', ofOtherEngine());
      expect(stdout).toMatch(/^standby +\S+: not ready: the leader \S+ writes to another Meilisearch/m);
      expect(stdout).not.toMatch(/^Meilisearch/m);

      const following = nextLine(standby, ({ msg }) => msg === 'following');
      await wrong.stop();
      await following;
      await eventuallyReady(standby);
      expect(await metricOf(standby, 'other_engine')).toBe(0);
      await eventuallyEqual(service);
    }),
);

concurrentTest(
  'a standby and `status` see no other Meilisearch while indexes are built, swapped and rolled back',
  async (service) => {
    await fill(service, 5);
    await service.startIndexer();
    const standby = await service.startIndexer({}, 'start');
    await eventuallyReady(standby);
    let isDone = false;
    const seen: unknown[] = [];
    async function watch(): Promise<void> {
      for (; !isDone; await sleep(WATCH_EVERY_MS)) seen.push((await statusOf(service)).otherEngine);
    }
    const watching = watch();
    for (const command of ['reindex', 'rollback', 'reindex --no-swap', 'swap'])
      expect({ command, ...(await service.command(command)) }).toMatchObject({ command, code: 0 });
    isDone = true;
    await watching;
    expect(new Set(seen)).toEqual(new Set([null]));
    expect(standby.log.filter(({ msg }) => /another Meilisearch/.test(msg))).toEqual([]);
    await eventually(
      () => metricOf(standby, 'other_engine'),
      (value) => value === 0,
    );
  },
);

concurrentTest("D32: an index with an older checkpoint of the leader isn't the leader's", async (service) => {
  const { database, meilisearch, indexName, catalogue } = service;
  await fill(service, 5);
  await service.startIndexer();
  const copy = { meilisearch, indexName: `${indexName}_copy` };
  await done(meilisearch.createIndex(copy.indexName, { primaryKey: PRIMARY_KEY }));
  await putCheckpoint(copy, await storedCheckpoint(service));
  const standby = { readLease: () => readLease(leaseCollection(database), indexName), holder: 'another', ...copy };
  await eventually(
    async () => {
      await catalogue.products.updateMany({}, [{ $set: { title: { $concat: ['$title', ' again'] } } }]);
      return await otherEngine(standby);
    },
    (found) => found !== null,
  );
});
