/** Somebody changes the settings of the live index by hand. */
import type { Settings } from 'meilisearch';
import { changedSettings } from '../../../indexer/engine/index-settings.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import type { TestService } from '../../support/service.ts';
import { eventuallyNotReady, eventuallyReady } from '../support/indexer-http.ts';
import { rebuildsOf } from '../support/indexer-log.ts';
import { done } from '../support/indexes.ts';
import { whileLeaseIsHeld } from '../support/lease.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

/** By each of them, searches find less, nothing or the wrong products. */
const CHANGES: Settings = {
  searchableAttributes: ['title'],
  displayedAttributes: ['id'],
  sortableAttributes: [],
  rankingRules: ['words'],
  typoTolerance: { enabled: false, minWordSizeForTypos: { oneTypo: 1 } },
  pagination: { maxTotalHits: 5 },
  searchCutoffMs: 1,
  stopWords: ['product'],
  synonyms: { lamp: ['light'] },
  distinctAttribute: 'merchant_id',
  localizedAttributes: null,
};

const changeSettings = ({ meilisearch, indexName }: TestService, changes: Settings) =>
  done(meilisearch.index(indexName).updateSettings(changes));

const changedIn = async ({ meilisearch, indexName }: TestService) =>
  changedSettings(await meilisearch.index(indexName).getSettings());

concurrentTest('the leader sets changed settings again, without a rebuild', async (service) => {
  await fill(service, 10);
  const indexer = await service.startIndexer();
  expect(await changedIn(service)).toEqual([]);
  await changeSettings(service, CHANGES);
  // One task changes them all, so the leader finds all of them at once.
  const { settings } = await indexer.line(({ msg }) => msg.startsWith('somebody changed the settings'));
  expect((settings as string[]).toSorted()).toEqual(Object.keys(CHANGES).toSorted());
  await eventuallyReady(indexer);
  expect(await changedIn(service)).toEqual([]);
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed' } });
  await eventuallyEqual(service);
  expect(rebuildsOf(indexer)).toHaveLength(1);
});

concurrentTest('while no indexer leads, `/readyz` and `verify` name the changed settings', async (service) => {
  await fill(service, 10);
  await (await service.startIndexer()).stop();
  await whileLeaseIsHeld(service, async () => {
    await changeSettings(service, { pagination: { maxTotalHits: 5 } });
    const standby = await service.startIndexer({}, 'start');
    await eventuallyNotReady(standby, 'index', /^has other settings: somebody changed pagination$/);
    const { code, stdout } = await service.command('verify');
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/has other settings: .* pagination$/m) });
  });
});
