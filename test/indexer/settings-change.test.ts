/**
 * A deploy with other settings: those that only searches read are applied to the index as it stands, any other lead to an
 * index built anew. The deploy before is an index with other settings, whose position says so. Searches never fail.
 */
import type { Settings } from 'meilisearch';
import { SCHEMA, TUNING, TUNING_SETTINGS } from '../../indexer/checkpoint/schema-version.ts';
import { INDEX_SETTINGS } from '../../src/search/index-settings.ts';
import type { Log } from '../support/log-lines.ts';
import type { TestService } from '../support/service.ts';
import { concurrentTest, type OwnService } from './support/on-service.ts';
import { positionOf, putPosition } from './support/position.ts';
import {
  done,
  endLease,
  eventuallyEqual,
  fill,
  halfBuilt,
  lineAfter,
  rebuildName,
  throughProxy,
} from './support/steps.ts';
import { startSearching } from './support/traffic.ts';

const OLDER: Settings = {
  rankingRules: ['exactness', 'words'],
  displayedAttributes: ['product_id'],
  pagination: { maxTotalHits: 77 },
  faceting: { maxValuesPerFacet: 7 },
  searchCutoffMs: 777,
  typoTolerance: { minWordSizeForTypos: { oneTypo: 7, twoTypos: 8 } },
};

/** As the engine tells them. */
const { typoTolerance } = INDEX_SETTINGS;
const disableOnAttributes = [...typoTolerance.disableOnAttributes].sort();
const CURRENT = { ...INDEX_SETTINGS, typoTolerance: { ...typoTolerance, disableOnAttributes } };

/** What the position of an index says. */
const said = async (service: TestService) => JSON.parse((await positionOf(service)).position);

/** Makes an index as an earlier deploy left it. */
async function leaveOlder(
  service: Pick<TestService, 'meilisearch' | 'indexName'>,
  settings: Settings,
  change: { schema?: string; tuning?: string | undefined },
): Promise<void> {
  const { status } = await done(service.meilisearch.index(service.indexName).updateSettings(settings));
  expect(status).toBe('succeeded');
  const { position, ...document } = await positionOf(service);
  await putPosition(service, { ...document, position: JSON.stringify({ ...JSON.parse(position), ...change }) });
}

async function expectSettings(service: TestService, expected: object): Promise<void> {
  expect(await service.meilisearch.index(service.indexName).getSettings()).toMatchObject(expected);
}

async function filled(service: OwnService): Promise<void> {
  await fill(service, 300);
  await (await service.startIndexer()).stop();
}

const rebuildsOf = (indexer: Log) => indexer.log.filter(({ msg }) => msg === 'building the index anew');

for (const [before, tuning] of [
  ['other settings', 'other'],
  ['a position that does not tell', undefined],
] as const) {
  concurrentTest(`what needs no building anew is applied in place, after ${before}`, async (service) => {
    await filled(service);
    await leaveOlder(service, OLDER, { tuning });
    const { generation } = await said(service);
    const searching = startSearching(service, 'one', 20);
    const indexer = await service.startIndexer();
    await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed' } });
    await eventuallyEqual(service);
    const { searches, failures } = await searching.stop();
    expect(failures).toEqual([]);
    expect(searches).toBeGreaterThan(5);
    expect(indexer.log.filter(({ msg }) => msg === 'changed settings are applied').length).toBe(1);
    await expectSettings(service, CURRENT);
    expect(await said(service)).toMatchObject({ generation, schema: SCHEMA, tuning: TUNING });
    expect(rebuildsOf(indexer)).toEqual([]);

    await indexer.stop();
    const next = await service.startIndexer();
    expect(next.log.filter(({ msg }) => msg === 'changed settings are applied')).toEqual([]);
  });
}

concurrentTest('settings that documents are indexed by lead to an index built anew', async (service) => {
  await filled(service);
  await leaveOlder(service, { ...OLDER, searchableAttributes: ['title'] }, { schema: 'other', tuning: 'other' });
  const { generation } = await said(service);
  const searching = startSearching(service, 'one', 20);
  const indexer = await service.startIndexer({}, 'start');
  const isLive = await indexer.line(({ msg }) => msg === 'the new index is live');
  await lineAfter(indexer, isLive, ({ msg }) => msg === 'following');
  await eventuallyEqual(service);
  expect((await searching.stop()).failures).toEqual([]);
  expect(rebuildsOf(indexer)).toMatchObject([{ reason: 'the settings or the mapping changed' }]);
  await expectSettings(service, CURRENT);
  expect(await said(service)).toMatchObject({ generation: generation + 1, schema: SCHEMA, tuning: TUNING });
});

concurrentTest(
  'a rebuild that an earlier deploy began is gone on with, with the settings of this one',
  async (service) => {
    await fill(service, 2100);
    await throughProxy(service, async (proxy, settings) => {
      const first = await service.startIndexerProcess(settings);
      const { held, letGo } = halfBuilt(proxy);
      const reindex = service.startCommand('reindex');
      await held;
      first.signal('SIGTERM');
      await first.line(({ msg }) => msg === 'stopping');
      letGo();
      expect(await first.exited).toBe(0);
      await reindex.end('SIGKILL');
    });
    await leaveOlder({ ...service, indexName: rebuildName(service) }, OLDER, { tuning: 'other' });
    const second = await service.startIndexer({}, 'start');
    await second.line(({ msg }) => msg === 'going on with an interrupted rebuild');
    await second.line(({ msg }) => msg === 'the new index is live');
    await eventuallyEqual(service);
    await expectSettings(service, CURRENT);
  },
);

concurrentTest('the position does not tell of settings that the engine has not got', async (service) => {
  await filled(service);
  await leaveOlder(service, OLDER, { tuning: 'other' });
  await throughProxy(service, async (proxy, settings) => {
    // 1. The request with the settings is cut off on its way, and the engine stays out of reach.
    const { held } = proxy.delayAt(`PATCH /indexes/${service.indexName}/settings`);
    const first = await service.startIndexerProcess(settings, 'start');
    await held;
    await proxy.refuse();
    // 2. What the index has and what its position says are still of the deploy before.
    expect(await said(service)).toMatchObject({ tuning: 'other' });
    await expectSettings(service, OLDER);
    await first.end('SIGKILL');
  });
  // 3. The next leader applies them.
  await endLease(service);
  await service.startIndexer();
  await expectSettings(service, TUNING_SETTINGS);
  expect(await said(service)).toMatchObject({ tuning: TUNING });
});
