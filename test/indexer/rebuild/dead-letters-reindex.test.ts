/** The engine rejects documents during a rebuild. A few become dead letters; with many, the rebuild is discarded. */
import type { Finished } from '../../../dev/processes/launcher.ts';
import { product } from '../../support/fixtures.ts';
import { eventually } from '../../support/service.ts';
import { eventuallyIndexed, eventuallyLetters, letters, setTitle } from '../support/dead-letters.ts';
import { holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { REFUSED, refusingTest, startRefusing } from '../support/engines/refusing-engine.ts';
import { rebuildName } from '../support/indexes.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

/** Tests a reindex whose index rejects some documents. `prepare` resolves to all product ids. */
function refusedReindexTest(
  name: string,
  prepare: (service: OwnService) => Promise<readonly string[]>,
  expectOutcome: (service: OwnService, ids: readonly string[], reindex: Promise<Finished>) => Promise<void>,
): void {
  refusingTest(name, async (service) => {
    const engine = await startRefusing(service);
    await throughProxy(service, async (proxy, settings) => {
      const ids = await prepare(service);
      await service.startIndexer(settings);
      const { held, release } = holdFilling(proxy);
      const reindex = service.command('reindex');
      await held;
      await engine.refuseSome(rebuildName(service));
      release();
      await expectOutcome(service, ids, reindex);
    });
  });
}

refusedReindexTest(
  'a reindex continues without a rejected document, and stores its dead letter for the new index',
  async (service) => {
    const ids = await fill(service, 100);
    await setTitle(service, 'given-00050', REFUSED);
    return ids;
  },
  async (service, ids, reindex) => {
    expect(await reindex).toMatchObject({ code: 0 });
    await eventuallyIndexed(
      service,
      ids.filter((id) => id !== 'given-00050'),
    );
    await eventually(
      async () => (await letters(service)).map(({ _id }) => _id),
      (found) => JSON.stringify(found) === JSON.stringify([`${service.indexName}:given-00050`]),
    );
  },
);

// FM-36
refusedReindexTest(
  'an index that lacks many products is not swapped in',
  async (service) => {
    const ids = await fill(service, 100);
    await service.catalogue.products.updateMany({ _id: { $gte: 'given-00050' } }, { $set: { title: REFUSED } });
    return ids;
  },
  async (service, ids, reindex) => {
    expect(await reindex).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /the new index was not swapped in: 50 products of the live index could not get into it/,
      ),
    });
    await eventuallyIndexed(service, ids);
    expect(await letters(service)).toEqual([]);
  },
);

concurrentTest('many dropped dead letters do not prevent a swap: the live index lacks them too', async (service) => {
  const ids = await fill(service, 10);
  const broken = Array.from({ length: 30 }, (_, index) => `unreadable-${index + 10}`);
  await insertRaw(
    service,
    broken.map((id) => product(id, 'one', { subtitle: UNREADABLE })),
  );
  await service.startIndexer();
  await eventuallyLetters(service, ...broken);
  expect((await service.command('dead-letters drop')).stdout).toMatch(/dropped 30/);
  expect(await service.command('reindex')).toMatchObject({ code: 0 });
  await eventuallyIndexed(service, ids);
  await eventuallyLetters(service, ...broken);
});
